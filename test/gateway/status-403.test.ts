import { describe, expect, test } from 'bun:test'
import { isWeightingParameter, isWindowStart } from '@hexawatt/shared/contract/operations'
import { ScoreForecast } from '@hexawatt/shared/contract/score'
import { ScoreAnalyticsResponse, ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { describeFields } from '@hexawatt/shared/openapi/describe-fields'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import * as v from 'valibot'
import { callWith, documentedCodes, everyOperation, operationsWith } from './testing/operation-calls.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

const demo = createApiKey()
const upgradeUrl = 'https://example.org/free-account'

// The demo key is limited by address: every call here comes from an address of its own.
const settings = { DEMO_API_KEY: demo, UPGRADE_URL: upgradeUrl, TRUSTED_PROXIES: '127.0.0.1' }
const system = stopAtEnd(await startServedSystem({ settings }))
const [decouverte, pro, scale] = await Promise.all([
  system.createKey('decouverte'),
  system.createKey('pro'),
  system.createKey('scale'),
])
const keys = { demo, decouverte, pro, scale }

let addresses = 0
function get(path: string, key: string): Promise<Response> {
  addresses += 1
  const address = `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`
  return system.get(path, { 'x-api-key': key, 'x-forwarded-for': address })
}

async function refusalOf(path: string, key: string) {
  const response = await get(path, key)
  return { status: response.status, headers: response.headers, problem: await problemOf(response) }
}

const weightings = [
  'profile=national',
  'profile=carbon',
  'profile=',
  'profile=green',
  'wPrice=0.25&wCarbon=0.25&wGrid=0.25&wAdequacy=0.25',
  'wPrice=7',
  'wGrid=NaN&wGrid=1',
  'profile=carbon&wPrice=0.25',
]

const weighted = everyOperation.filter(([, operation]) => listParameterNames(operation).some(isWeightingParameter))

describe.each(weighted)('%s: a weighting', (_, operation) => {
  test.each(weightings)('%s needs the right to weights, whether the weights are valid or not', async (weighting) => {
    for (const key of [keys.decouverte, keys.demo]) {
      const { status, headers, problem } = await refusalOf(`${operation.path}?${weighting}`, key)
      expect([status, problem.code]).toEqual([403, 'plan_capability_required'])
      if (key !== keys.demo) expect(problem['upgradeUrl']).toBe(`${upgradeUrl}?plan=pro`)
      expect(headers.get('etag')).toBeNull()
      const { month } = shownLimits(headers)
      expect(month?.remaining).toBe(month?.limit ?? -1)
    }
  })

  test('weights are accepted from the plans that have them', async () => {
    for (const key of [keys.pro, keys.scale]) {
      const response = await get(callWith(operation, 'profile=carbon'), key)
      expect([response.status, await response.json()]).toMatchObject([200, { profileApplied: 'carbon' }])
    }
  })
})

const closedToDemo = everyOperation.filter(([, operation]) => operation.isClosedToDemo)

test.each(closedToDemo)('%s: the demo key is refused, with the place to get an account', async (_, operation) => {
  const { path } = operation
  for (const query of ['', ...listParameterNames(operation).map((name) => `?${name}=nonsense`)]) {
    const { status, problem } = await refusalOf(`${path}${query}`, keys.demo)
    expect([status, problem]).toMatchObject([
      403,
      {
        code: 'plan_capability_required',
        upgradeUrl: `${upgradeUrl}?plan=${path.endsWith('/analytics') ? 'pro' : 'decouverte'}`,
      },
    ])
  }
})

test('analytics are refused to the demo key with the plans that have them and the whole shape of the response', async () => {
  const { problem } = await refusalOf('/v1/score/analytics', keys.demo)
  expect(problem.detail).toBe(
    'The demo key does not open /v1/score/analytics; analytics need a key of the plan Pro or Scale. ' +
      'responseFields lists what the answer holds.',
  )
  expect(problem['responseFields']).toEqual(describeFields(ScoreAnalyticsResponse))
  const history = await refusalOf('/v1/score/history', keys.demo)
  expect(history.problem.detail).toBe('The demo key does not open /v1/score/history; a key of a free account does.')
})

test('the demo key gets all else, with a forecast as long as the smallest plan’s', async () => {
  const open = everyOperation.filter(([, operation]) => operation.needsKey && !operation.isClosedToDemo)
  for (const [id, operation] of open) {
    expect([id, (await get(callWith(operation), keys.demo)).status]).toEqual([id, 200])
  }
  const forecast = v.parse(ScoreForecast, await (await get('/v1/score/forecast?hours=48', keys.demo)).json())
  expect([forecast.requestedHours, forecast.servedHours, forecast.hours.length]).toEqual([48, 48, 48])
})

describe('analytics', () => {
  test('analytics are refused to the smallest plan with the whole shape of the response', async () => {
    for (const query of ['', '?timezone=Mars', '?profile=carbon', '?from=2020-01-01T00:00:00Z']) {
      const { status, problem } = await refusalOf(`/v1/score/analytics${query}`, keys.decouverte)
      expect([status, problem.code]).toEqual([403, 'plan_capability_required'])
      expect(problem['responseFields']).toEqual(describeFields(ScoreAnalyticsResponse))
    }
  })

  test('analytics have exactly the fields that the refusal listed', async () => {
    const fields = Object.keys(ScoreAnalyticsResponse.entries).toSorted()
    const body: unknown = await (await get('/v1/score/analytics', keys.pro)).json()
    expect(Object.keys(Object(body)).toSorted()).toEqual(fields)
  })
})

/** Midnight UTC so many days before the day of the clock. */
const daysAgo = (days: number): string => `${Temporal.PlainDate.from('2026-02-03').subtract({ days })}T00:00:00Z`

const depths = [
  ['decouverte', 7],
  ['pro', 31],
] as const

// That of the façade, which names its window otherwise, is in test/exports/electricity-maps-rights.test.ts.
const windowed = operationsWith('history_depth_exceeded').filter(([, operation]) =>
  listParameterNames(operation).some(isWindowStart),
)

describe.each(windowed)('%s', (id, operation) => {
  const { path } = operation
  const from = listParameterNames(operation).find(isWindowStart)
  const entitled = depths.filter(([plan]) => id !== 'getScoreAnalytics' || plan !== 'decouverte')

  test.each(entitled)('the plan %s reaches %i days back, and not one point further', async (plan, days) => {
    const floor = daysAgo(days)
    const within = await get(`${path}?${from}=${floor}`, keys[plan])
    expect(within.status).toBe(200)
    // Points stand at full hours: this window holds a point that a deeper plan would deliver.
    const before = Temporal.Instant.from(floor).subtract({ hours: 1 })
    const { status, problem } = await refusalOf(`${path}?${from}=${before}`, keys[plan])
    expect([status, problem]).toMatchObject([
      403,
      { code: 'history_depth_exceeded', maxHistoryDays: days, earliestFrom: floor },
    ])
  })

  test('a window that no plan would deliver is truncated and marked, not refused', async () => {
    const response = await get(`${path}?${from}=2025-03-01T00:00:00Z`, keys.scale)
    const body = v.parse(v.looseObject({ truncated: v.boolean(), effectiveFrom: v.string() }), await response.json())
    expect([body.truncated, body.effectiveFrom]).toEqual([true, '2025-12-01T00:00:00Z'])
  })
})

/** The points of this system were not computed from its rows, and nothing else is explained in their place. */
const servedWithin: Readonly<Record<string, [status: number, body: object]>> = {
  getCarbonExplain: [503, { code: 'insufficient_data' }],
}

const ofInstants = everyOperation.filter(([, operation]) => operation.past !== null)

describe.each(ofInstants)('%s about a stored instant', (_, operation) => {
  const { path, past } = operation

  test('the demo key is refused, and gets the figures of now', async () => {
    const { status, problem } = await refusalOf(`${path}?${past?.parameter}=2026-02-03T17:00:00Z`, keys.demo)
    expect([status, problem]).toMatchObject([
      403,
      {
        code: 'plan_capability_required',
        detail: `The demo key does not open ${path} for past instants; a key of a free account does.`,
        upgradeUrl: `${upgradeUrl}?plan=decouverte`,
      },
    ])
    expect((await get(path, keys.demo)).status).toBe(200)
  })

  test.each(depths)('the plan %s reaches %i days back, and not one point further', async (plan, days) => {
    const floor = daysAgo(days)
    const within = await get(`${path}?${past?.parameter}=${floor}`, keys[plan])
    expect([within.status, await within.json()]).toMatchObject(
      servedWithin[operation.id] ?? [200, { slotStart: floor }],
    )
    const before = Temporal.Instant.from(floor).subtract({ hours: 1 })
    const { status, problem } = await refusalOf(`${path}?${past?.parameter}=${before}`, keys[plan])
    expect([status, problem]).toMatchObject([
      403,
      { code: 'history_depth_exceeded', maxHistoryDays: days, earliestFrom: floor },
    ])
  })
})

test('the history of the smallest plan begins at its floor', async () => {
  const response = await get(`/v1/score/history?from=${daysAgo(7)}`, keys.decouverte)
  const { points, maxHistoryDays } = v.parse(ScoreHistoryResponse, await response.json())
  expect([points[0]?.timestamp, maxHistoryDays]).toEqual([daysAgo(7), 7])
})

test('every operation with a documented 403 is refused here', () => {
  const documented = everyOperation.filter(([, operation]) => documentedCodes(operation, 403).length > 0)
  const met = new Set([...weighted, ...closedToDemo, ...ofInstants].map(([id]) => id))
  expect([...met].toSorted()).toEqual(documented.map(([id]) => id).toSorted())
})
