import { describe, expect, test } from 'bun:test'
import { type AnyOperation, allOperations } from '@hexawatt/shared/contract/operations'
import { getElectricityMapsLatest } from '@hexawatt/shared/contract/operations/get-electricity-maps-latest'
import { getForecastArchive } from '@hexawatt/shared/contract/operations/get-forecast-archive'
import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { getScoreAnalytics } from '@hexawatt/shared/contract/operations/get-score-analytics'
import { getScoreHistory } from '@hexawatt/shared/contract/operations/get-score-history'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createUpgrades } from '@hexawatt/shared/errors/upgrades'
import { createPrincipal } from '@hexawatt/shared/http/principal'
import { parseQuery } from '@hexawatt/shared/testing/operation-queries'
import fc from 'fast-check'
import { createCheckQuery, readSentQuery } from './check-request.ts'

const now = Temporal.Instant.from('2026-02-03T17:05:00.5Z')
const checkQuery = createCheckQuery({ upgrades: createUpgrades(defaultPlanTable, 'https://api.example.org/plans') })
const caller = {
  rights: 'scale',
  principal: createPrincipal({ accountId: 'a', keyId: 'k', plan: 'scale' }, defaultPlanTable),
}
const checked = (operation: AnyOperation, query: string) => readSentQuery(operation, query, () => now)

test.each([
  [
    getSchedule.id,
    'durationMinutes=60&earliest=22:00&latest=07:00',
    'durationMinutes=60&earliest=2026-02-03T21:00:00Z&latest=2026-02-04T06:00:00Z',
    getSchedule,
  ],
  [
    getScoreHistory.id,
    'from=2026-02-01&to=07:00&granularity=raw',
    'from=2026-01-31T23:00:00Z&to=2026-02-03T06:00:00Z&granularity=raw',
    getScoreHistory,
  ],
  [getForecastArchive.id, 'issuedFrom=2026-02-01', 'issuedFrom=2026-01-31T23:00:00Z', getForecastArchive],
  [getForecastArchive.id, 'targetTo=00:00', 'targetTo=2026-02-02T23:00:00Z', getForecastArchive],
  [getScoreHistory.id, 'from=2026-02-01T01:00%2B01:00', 'from=2026-02-01T00:00:00Z', getScoreHistory],
  [getScoreHistory.id, 'to=2026-02-01T00:00:00.5Z', 'to=2026-02-01T00:00:00.500Z', getScoreHistory],
  [getScoreHistory.id, 'from=2026-02-01T00:00:00Z', 'from=2026-02-01T00:00:00Z', getScoreHistory],
  [getSchedule.id, 'offPeak=22:00-06:00&tariff=hphc', 'tariff=hphc&offPeak=22:00-06:00', getSchedule],
  [getScoreHistory.id, '', '', getScoreHistory],
])('%s: ?%s is cached and forwarded as %s', (_, query, expected, operation) => {
  expect(checked(operation, query).text).toBe(expected)
})

test.each([
  [getScoreHistory.id, 'from=2026-13-01', getScoreHistory],
  [getScoreHistory.id, 'from=24:00', getScoreHistory],
  [getScoreHistory.id, 'from=07:00&from=08:00', getScoreHistory],
  [getScoreAnalytics.id, 'timezone=07:00', getScoreAnalytics],
])('%s: ?%s is refused by the gateway without a service call', (_, query, operation) => {
  expect(() => checkQuery(operation, checked(operation, query), caller)).toThrow(AppError)
})

test('an API key as a value is refused, also where the Electricity Maps facade ignores the value', () => {
  const key = `hxw_${'0'.repeat(32)}`
  for (const query of [`zone=FR&lat=${key}`, `lon=${key}&zone=FR`, `zone=${key}`]) {
    expect(() => checked(getElectricityMapsLatest, query)).toThrow('accepts no API key')
  }
})

test('a value beyond the plan is refused before an invalid value, with a link to a sufficient plan', () => {
  const refusal = (operation: AnyOperation, query: string, plan: 'decouverte' | 'scale') => {
    const principal = createPrincipal({ accountId: 'a', keyId: 'k', plan }, defaultPlanTable)
    try {
      checkQuery(operation, checked(operation, query), { rights: plan, principal })
    } catch (error) {
      return error instanceof AppError ? { code: error.code, ...error.options.extras } : null
    }
    return null
  }
  const capability = { code: 'plan_capability_required', upgradeUrl: 'https://api.example.org/plans?plan=pro' }
  expect(refusal(getScoreHistory, 'granularity=daily&profile=x', 'decouverte')).toMatchObject(capability)
  expect(refusal(getScoreHistory, 'wPrice=1&wPrice=1', 'decouverte')).toMatchObject(capability)
  expect(refusal(getScoreAnalytics, 'granularity=daily', 'decouverte')).toMatchObject({
    ...capability,
    requiredCapability: 'analytics',
    responseFields: expect.arrayContaining([expect.objectContaining({ name: 'avgGlobalScore' })]),
  })
  expect(refusal(getScoreHistory, 'granularity=daily', 'decouverte')).toEqual({ code: 'invalid_parameter' })
  expect(refusal(getScoreHistory, 'profile=x', 'scale')).toEqual({ code: 'unknown_profile' })
  expect(refusal(getScoreAnalytics, 'granularity=raw', 'scale')).toBeNull()
})

/** What comes of a query: its values with their instants, or the refusal. */
function outcome(read: () => object): unknown {
  try {
    return resolveTimes(read(), now)
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.options.detail }
    throw error
  }
}

const texts = [
  ...['', '0', '1', '0.25', '24', '48', '60', '1e1', '07:00', '22:00-06:00', '2026-02-01', '2026-02-01T00:00+01:00'],
  ...['carbon', 'cost', 'hphc', 'tariff', 'raw', 'Europe/Paris', 'FR', 'lifecycle', 'score,grid', '15m', 'é&='],
]

describe('the gateway and the services accept the same queries with the same meaning', () => {
  test.each(allOperations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
    const names = Object.keys(operation.query.entries)
    const pair = fc.tuple(fc.constantFrom('hour', ...names, ...names, ...names), fc.constantFrom(...texts))
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 4 }), (pairs) => {
        const query = new URLSearchParams(pairs).toString()
        const direct = outcome(() => parseQuery(operation, query))
        const viaGateway = outcome(() => {
          const sent = checked(operation, query)
          checkQuery(operation, sent, caller)
          return parseQuery(operation, sent.text)
        })
        const [a, b] = [Object(direct), Object(viaGateway)]
        // The gateway adds what was probably meant.
        expect({ ...b, detail: b.detail?.replace(/ Did you mean .*$/, '') }).toEqual({ ...a, detail: a.detail })
      }),
      { numRuns: 300 },
    )
  })
})
