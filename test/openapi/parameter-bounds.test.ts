import { describe, expect, test } from 'bun:test'
import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import { tariffParameters } from '@hexawatt/shared/contract/query/tariff-parameters'
import { weightingParameters } from '@hexawatt/shared/contract/query/weighting-parameters'
import type { JsonSchema, Parameter } from '@hexawatt/shared/openapi/schemas/document-types'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { document } from './testing/document-fixture.ts'
import { patientPlans, startDocumentedSystem } from './testing/documented-system-fixture.ts'

const system = stopAtEnd(await startDocumentedSystem(patientPlans))

/** The query parameters of an operation with their schemas, as the document has them. */
function documentedParameters({ path }: Operation): Parameter[] {
  return (document.paths[path]?.get?.parameters ?? []).flatMap(({ $ref }) => {
    const parameter = document.components.parameters[$ref.split('/').at(-1) ?? '']
    return parameter?.in === 'query' ? [parameter] : []
  })
}

/** Values that a schema takes at its bounds, and values that lie just beyond them. */
function triedValues(schema: JsonSchema) {
  const { type, minimum, maximum, exclusiveMinimum, enum: choices, pattern, default: byDefault } = schema
  const step = type === 'integer' ? 1 : 0.001
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
  const accepted = [
    ...[minimum, maximum].filter((value) => value !== undefined),
    ...(exclusiveMinimum === undefined ? [] : [rounded(exclusiveMinimum + step)]),
    ...(choices ?? []),
    ...(byDefault === undefined ? [] : [byDefault]),
  ]
  const refused = [
    ...(minimum === undefined ? [] : [rounded(minimum - step)]),
    ...(maximum === undefined ? [] : [rounded(maximum + step)]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
    ...(choices === undefined ? [] : [type === 'string' ? 'nonsense' : 1, '']),
    ...(pattern === undefined ? [] : ['of another form']),
  ]
  return { accepted: accepted.map(String), refused: refused.map(String) }
}

const weights = Object.keys(weightingParameters).filter((name) => name !== 'profile')

/** The tariff that takes a parameter, and the required parameters of a tariff. */
function tariffCompanion(name: string, value: string): string[] {
  if (name === 'tariff') return value === 'hphc' ? ['offPeak=22:00-06:00'] : []
  const takers: Readonly<Record<string, string>> = {
    subscribedKva: 'base',
    offPeak: 'hphc',
    adderEurPerKwh: 'spot',
    vatPercent: 'spot',
  }
  return takers[name] === undefined ? [] : [`tariff=${takers[name]}`]
}

/** Parameters in addition to a value, so that nothing else is wrong: a load, the tariff, and weights that sum to 1. */
function companionsOf(name: string, value: string, { query }: Operation): string[] {
  const names = Object.keys(query.entries)
  const load = name === 'powerKW' ? 'energyKWh=1' : name === 'energyKWh' ? 'powerKW=1000' : 'durationMinutes=2880'
  const [first = '', ...others] = weights.filter((weight) => weight !== name)
  const isWeight = others.length < weights.length - 1
  const rest = Math.max(0, Math.min(1, 1 - Number(value)))
  const isOfTariff = Object.hasOwn(tariffParameters, name)
  return [
    ...(names.includes('energyKWh') && name !== 'durationMinutes' ? [load] : []),
    ...(isWeight ? [`${first}=${rest}`, ...others.map((other) => `${other}=0`)] : []),
    ...(names.includes('quantity') && isOfTariff ? ['quantity=tariff'] : []),
    ...tariffCompanion(name, value),
  ]
}

/** The answer to one value: its status, and the detail of a refusal. */
async function tried(operation: Operation, name: string, value: string): Promise<[status: number, detail: string]> {
  const query = [`${name}=${encodeURIComponent(value)}`, ...companionsOf(name, value, operation)].join('&')
  const response = await system.get(`${operation.path}?${query}`)
  const text = await response.text()
  return [response.status, response.status === 400 ? String(JSON.parse(text).detail) : '']
}

const bounded = operations.flatMap((operation) =>
  documentedParameters(operation).map(({ name, schema }) => [operation.id, name, { operation, schema }] as const),
)

describe('the running product takes a parameter within its documented bounds and refuses it beyond them', () => {
  test.each(bounded)('%s: %s', async (_, name, { operation, schema }) => {
    const { accepted, refused } = triedValues(schema)
    for (const value of accepted) {
      const [status, detail] = await tried(operation, name, value)
      // A load that is accepted may still not fit into the forecast.
      expect([name, value, detail, [200, 422].includes(status)]).toEqual([name, value, '', true])
    }
    for (const value of refused) {
      const [status, detail] = await tried(operation, name, value)
      expect([name, value, status]).toEqual([name, value, 400])
      expect(detail).toStartWith(
        `Query parameter "${name}" (received ${JSON.stringify(value)}) is not valid; accepted is `,
      )
    }
  })

  test('a month is documented by its form', () => {
    const pattern = new RegExp(document.components.parameters['month']?.schema.pattern ?? '')
    expect(['2026-02', '2026-13', '26-02', 'now'].filter((text) => pattern.test(text))).toEqual(['2026-02'])
  })

  test('every number has a lower and an upper bound in the document', () => {
    const open = bounded.filter(([, , { schema }]) => {
      const { type, minimum, exclusiveMinimum, maximum, enum: choices } = schema
      const isNumber = type === 'number' || type === 'integer'
      return isNumber && choices === undefined && ((minimum ?? exclusiveMinimum) === undefined || maximum === undefined)
    })
    expect(open.map(([id, name]) => [id, name])).toEqual([])
  })
})
