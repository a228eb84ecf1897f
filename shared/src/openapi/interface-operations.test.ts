import { describe, expect, test } from 'bun:test'
import type { ParameterSchema } from '../contract/entry/operation.ts'
import { type Operation, operations, usualTypes } from '../contract/operations.ts'
import { type ProblemCode, problemTable } from '../contract/problem.ts'
import { extractQuoted, extractSection, parseTables, readInterface } from '../testing/interface-document.ts'
import { describeParameter } from './request-parameters.ts'
import { listAnswerHeaders, listProblemHeaders } from './response-headers.ts'
import { listProblems } from './responses.ts'
import { listNamedSchemas } from './schemas/component-schemas.ts'

const text = await readInterface('the operations against the endpoints of the interface')
const document = text ?? ''
const tables = parseTables(document)

/** Statuses that may come from any endpoint in addition to the interface's lists (431: header_too_large, an addition of the product). */
const anywhere = [400, 406, 414, 429, 431, 500, 503]

const endpoints = [...document.matchAll(/^### (GET (\S+)(?: \(no key\))?)$/gm)].map(([, heading = '', path = '']) => ({
  heading,
  path,
  section: extractSection(document, heading),
}))

function operationAt(path: string): Operation {
  const operation = operations.find((one) => one.path === path)
  if (operation === undefined) throw new Error(`no operation at ${path}`)
  return operation
}

/** Names of the parameters in the table of an endpoint, and in a sentence that refers to another endpoint. */
function parameterNames(heading: string, section: string): string[] {
  const rows = tables.find((table) => table.heading === heading)?.rows ?? []
  const [, sentence = ''] = section.match(/^Parameters (.*) as on history, plus:$/m) ?? []
  return [...extractQuoted(sentence), ...rows.flatMap((row) => (row['Query parameter'] ?? '').split(', '))]
}

describe.skipIf(text === null)('the operations are the endpoints of the interface', () => {
  test('each endpoint is an operation, and needs a key exactly when the interface says so', () => {
    expect(endpoints.length).toBeGreaterThan(8)
    for (const { heading, path } of endpoints) {
      expect([path, operationAt(path).needsKey]).toEqual([path, !heading.endsWith('(no key)')])
    }
  })

  test('the response media types are the three of the interface', () => {
    const listed = extractQuoted(extractSection(document, 'Endpoints')).filter((word) => /^\w+\/\w+$/.test(word))
    expect(listed).toEqual([...usualTypes])
  })

  for (const { heading, path, section } of endpoints) {
    test(`${path} has exactly the parameters of the interface, each of its type`, () => {
      const { entries } = operationAt(path).query
      expect(Object.keys(entries).sort()).toEqual(parameterNames(heading, section).sort())
      for (const row of tables.find((table) => table.heading === heading)?.rows ?? []) {
        const { 'Query parameter': name = '', Type: type = '' } = row
        for (const [one, entry] of Object.entries<ParameterSchema>(entries)) {
          if (!name.split(', ').includes(one)) continue
          const { schema } = describeParameter(entry)
          const forms = [schema.type, schema.format, `${schema.type} (${schema.format})`]
          const first = type.split(' (ISO')[0] ?? ''
          const isSame = first.startsWith('as on ') || first.split(', ').every((word) => forms.includes(word as never))
          expect([path, one, type, isSame]).toEqual([path, one, type, true])
        }
      }
    })

    test(`${path} has the body and statuses of the interface, and only general statuses in addition`, () => {
      const operation = operationAt(path)
      const [, body = ''] = section.match(/^- 200: (\w+)\./m) ?? []
      const schemas: Readonly<Record<string, unknown>> = listNamedSchemas(operations)
      if (body !== '') expect(schemas[body]).toBe(operation.response)
      const [, list = ''] = section.match(/Other statuses: ([\d, ]+)\./) ?? []
      const listed = list === '' ? [] : list.split(', ').map(Number)
      const problems = listProblems(operation)
      expect(listed.filter((status) => !problems.has(status))).toEqual([])
      expect([...problems.keys()].filter((status) => !listed.includes(status) && !anywhere.includes(status))).toEqual(
        [],
      )
      // Refusing a value for lack of data is for the endpoints that list 503.
      expect(problems.get(503)?.includes('insufficient_data')).toBe(listed.includes(503))
    })
  }

  test('every status and code of the error table exists, and each code has its status', () => {
    const rows = tables.find(({ heading }) => heading === 'Errors')?.rows ?? []
    expect(rows.map((row) => row['Status'])).toEqual(['400', '401', '403', '429', '503'])
    const named: [code: string, status: number][] = rows.flatMap(({ Status: status = '', Condition: condition = '' }) =>
      [...condition.matchAll(/code `(\w+)`/g)].map(([, code = '']): [string, number] => [code, Number(status)]),
    )
    expect(named.map(([code]) => code)).toEqual(['window_too_large', 'history_depth_exceeded', 'upgrade_required'])
    for (const [code, status] of named) {
      expect(`${code} ${problemTable[code as ProblemCode]?.status}`).toBe(`${code} ${status}`)
    }
  })

  test('every header of the interface is documented where it applies', () => {
    const rows = tables.find(({ columns }) => columns[0] === 'Header')?.rows ?? []
    const names = rows.flatMap((row) => (row['Header'] ?? '').split(', '))
    expect(names.length).toBeGreaterThan(5)
    for (const operation of operations.filter(({ needsKey }) => needsKey)) {
      const refused = listProblemHeaders(operation, 429)
      const answered = listAnswerHeaders(operation, 200)
      for (const name of names) {
        expect([operation.id, name, name in (name === 'Retry-After' ? refused : answered)]).toEqual([
          operation.id,
          name,
          true,
        ])
      }
      for (const name of names.filter((one) => one.startsWith('X-RateLimit-'))) expect(name in refused).toBe(true)
    }
  })
})
