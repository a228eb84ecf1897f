import { describe, expect, test } from 'bun:test'
import { isTest, readSources } from './source-files.ts'

const files = (await readSources()).filter(({ path }) => !isTest(path))

/** Where requests for operations of the contract are read: the services, and the folders of the gateway other than pages. */
const servesOperations =
  /^svc-(carbon|history|score)\/src\/|^gateway\/src\/(pipeline|compat|events|mcp|cache|upstream)\//

/** The one way of reading a query, and the tools of language models, which write one from their arguments. */
const mayTakeApart = ['shared/src/http/parse-query.ts', 'gateway/src/mcp/call-tool.ts']

describe('queries of operations', () => {
  test('are taken apart in one file, and parsed by the schemas of the contract', () => {
    const readers = files.filter(
      ({ path, text }) =>
        (servesOperations.test(path) || path.startsWith('shared/src/http/')) &&
        /URLSearchParams|searchParams/.test(text),
    )
    expect(readers.map(({ path }) => path).filter((path) => !mayTakeApart.includes(path))).toEqual([])
  })

  test('reach handlers of services as typed values: no file of a service reads the address of a request', () => {
    const readers = files.filter(
      ({ path, text }) => /^svc-(carbon|history|score)\//.test(path) && /\bqueryText\(/.test(text),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  test('have their parameters in one folder: no other file of the contract makes the schema of one', () => {
    const makers = files.filter(({ imports }) => imports.includes('shared/src/contract/query/parameter.ts'))
    const known = /^shared\/src\/(contract\/query|http|openapi)\//
    expect(makers.map(({ path }) => path).filter((path) => !known.test(path))).toEqual([])
  })
})
