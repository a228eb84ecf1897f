import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ParameterSchema } from '../contract/entry/operation.ts'
import { getElectricityMapsLatest } from '../contract/operations/get-electricity-maps-latest.ts'
import { getScoreForecast } from '../contract/operations/get-score-forecast.ts'
import { type AnyOperation, allOperations } from '../contract/operations.ts'
import { contractIdPattern } from '../contract/planning/contract-periods.ts'
import { weightingParameters } from '../contract/query/weighting-parameters.ts'
import { AppError } from '../errors/app-error.ts'
import { describeParameter } from '../openapi/request-parameters.ts'
import { parseQuery } from '../testing/operation-queries.ts'
import { extractQuery } from './parse-query.ts'

function refusal(operation: AnyOperation, query: string): [code: string, detail: string] {
  try {
    parseQuery(operation, query)
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.options.detail]
    throw error
  }
  throw new Error(`${operation.id}?${query} was not refused`)
}

test('a query begins after the first question mark, and is empty without one', () => {
  expect(extractQuery('http://127.0.0.1:1/v1/score?a=?b')).toBe('a=?b')
  expect(extractQuery('http://127.0.0.1:1/v1/score?')).toBe('')
  expect(extractQuery('http://127.0.0.1:1/v1/score')).toBe('')
})

describe('a query', () => {
  test('has typed values and the defaults of the contract', () => {
    expect(parseQuery(getScoreForecast, '')).toEqual({ hours: 24 })
    expect(parseQuery(getScoreForecast, 'wAdequacy=0.25&wGrid=0.25&wCarbon=0.25&wPrice=0.25&hours=%31')).toEqual({
      hours: 1,
      wPrice: 0.25,
      wCarbon: 0.25,
      wGrid: 0.25,
      wAdequacy: 0.25,
    })
    expect(parseQuery(getScoreForecast, 'profile=CARBON').profile?.name).toBe('carbon')
  })

  test('is refused when it has an unknown parameter, including names of object members', () => {
    for (const name of ['hour', 'Hours', '__proto__', 'constructor', '']) {
      expect(refusal(getScoreForecast, `${name}=1`)).toEqual([
        'unknown_parameter',
        `Query parameter ${JSON.stringify(name)} (received "1") is unknown; accepted are: hours, profile, wPrice, wCarbon, wGrid, wAdequacy.`,
      ])
    }
  })

  test('is refused when a parameter is repeated, before any value is checked', () => {
    expect(refusal(getScoreForecast, 'hours=x&profile=x&hours=2')).toEqual([
      'invalid_parameter',
      'Query parameter "hours" was given more than once (first value "x"); accepted is one value.',
    ])
  })

  test('of the Electricity Maps facade may have unknown parameters, and ignores a place next to a zone', () => {
    const defaults = { emissionFactorType: 'lifecycle', temporalGranularity: 'hourly', disableEstimations: 'false' }
    const read = (query: string): unknown => parseQuery(getElectricityMapsLatest, query)
    expect(read('x=1&x=2&lat=48.86')).toEqual({ lat: 48.86, ...defaults })
    expect(read('lat=north&zone=FR&lon=x')).toEqual({ zone: 'FR', ...defaults })
  })

  test('of the Electricity Maps facade is refused when a place parameter is repeated, also next to a zone', () => {
    for (const query of ['lat=48.86&lat=48.86', 'zone=FR&lon=2.35&lon=2.35', 'lat=1&zone=FR&lat=1']) {
      const [code, detail] = refusal(getElectricityMapsLatest, query)
      expect([query, code, detail.includes('more than once')]).toEqual([query, 'invalid_parameter', true])
    }
  })
})

const parameters = allOperations.flatMap((operation) =>
  Object.entries<ParameterSchema>(operation.query.entries).map(
    ([name, schema]) => [operation.id, name, { operation, schema }] as const,
  ),
)

/** Texts that a parameter takes, made from its description: its example and default, its words, numbers within its bounds. */
function acceptedTexts(schema: ParameterSchema): fc.Arbitrary<string> {
  const { schema: described, example } = describeParameter(schema)
  const { type, format, enum: words, default: byDefault, minimum, exclusiveMinimum, maximum = 0 } = described
  const least = minimum ?? exclusiveMinimum ?? 0
  const always = fc.constantFrom(...[example, ...(words ?? []), ...(byDefault === undefined ? [] : [byDefault])])
  if (words !== undefined) return always.map(String)
  if (type === 'integer') return fc.oneof(always, fc.integer({ min: least, max: maximum })).map(String)
  if (type === 'number') {
    const thousandths = fc.integer({ min: Math.ceil(least * 1_000) + 1, max: Math.floor(maximum * 1_000) })
    return fc
      .oneof(
        always,
        thousandths.map((value) => (value / 1_000).toFixed(3)),
        fc.constant(maximum),
      )
      .map(String)
  }
  if (format !== 'date-time') return always.map(String)
  const two = (most: number, least = 0) => fc.integer({ min: least, max: most }).map((n) => String(n).padStart(2, '0'))
  const date = fc.tuple(two(12, 1), two(28, 1)).map(([month, day]) => `2026-${month}-${day}`)
  const time = fc.tuple(two(23), two(59)).map((parts) => parts.join(':'))
  const zone = fc.constantFrom('Z', ':30Z', ':30.5Z', '%2B01:00', '-05:30')
  return fc.oneof(
    date,
    time,
    fc.tuple(date, time, zone).map(([day, at, end]) => `${day}T${at}${end}`),
  )
}

/** The other three weights of a weight in a query, so that the four sum to 1. */
function companions(name: string, text: string): string {
  const [first = '', ...others] = Object.keys(weightingParameters).filter((one) => one !== 'profile' && one !== name)
  if (others.length > 2 || !name.startsWith('w')) return ''
  return ['', `${first}=${(1 - Number(text)).toFixed(3)}`, ...others.map((other) => `${other}=0`)].join('&')
}

describe('each parameter accepts every value that its description allows', () => {
  test.each(parameters)('%s: %s', (_, name, { operation, schema }) => {
    fc.assert(
      fc.property(acceptedTexts(schema), (text) => {
        const values: Record<string, unknown> = parseQuery(operation, `${name}=${text}${companions(name, text)}`)
        expect(values[name]).toBeDefined()
      }),
      { numRuns: 60 },
    )
  })
})

/** Texts that no parameter takes, whatever it is. */
const nonsense = fc.oneof(
  fc.constantFrom(
    'NaN',
    'Infinity',
    '1e400',
    '0x1',
    '-',
    '١',
    '07:60',
    '2026-13-01',
    '2026-02-30',
    '22-6',
    'Cost',
    'null',
  ),
  fc.string({ unit: fc.constantFrom('#', '{', '"', '\u0000', '\\', 'é', ' '), maxLength: 80 }),
)

/** Parameters whose values are ids of a table: only the service that has the table knows that such an id does not exist. */
const takesIds: readonly string[] = ['tariff', 'adder']

/** The gateway, which knows its zone, refuses every other zone and country. */
const namesZone: readonly string[] = ['zone', 'countryCode']

describe('each parameter refuses every other value in the words of the interface, never in those of a library', () => {
  test.each(parameters.filter(([, name]) => !namesZone.includes(name)))('%s: %s', (_, name, { operation, schema }) => {
    const { schema: described } = describeParameter(schema)
    const beyond = [
      ...(described.minimum === undefined ? [] : [described.minimum - 1, described.minimum - 0.001]),
      ...(described.exclusiveMinimum === undefined ? [] : [described.exclusiveMinimum]),
      ...(described.maximum === undefined ? [] : [described.maximum + 1, described.maximum + 0.001]),
    ].map(String)
    const refused = nonsense.filter((text) => !takesIds.includes(name) || !contractIdPattern.test(text))
    fc.assert(
      fc.property(beyond.length === 0 ? refused : fc.oneof(refused, fc.constantFrom(...beyond)), (text) => {
        const query = `${name}=${encodeURIComponent(text)}${companions(name, '0')}`
        const [code, detail] = refusal(operation, query)
        expect(code).toBe(name === 'profile' ? 'unknown_profile' : 'invalid_parameter')
        expect(detail).toStartWith(`Query parameter "${name}" (received `)
        expect(detail).toMatch(/; accepted (is|are:) \S.*\.$/)
        expect(detail).not.toMatch(/Invalid|Expected|expected/)
      }),
      { numRuns: 60 },
    )
  })
})
