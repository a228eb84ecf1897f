import { expect, test } from 'bun:test'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot, unpackErrors } from '@hexawatt/shared/snapshot/plan-past'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createLiveRefresh } from '@hexawatt/svc-ingest/src/snapshots/refresh-live.ts'
import * as v from 'valibot'
import { addIssues, addRealised, makeRoomForForecasts } from './history/testing/archive-fixture.ts'
import { polledContent } from './testing/ingest-fixture.ts'
import { startSystem } from './testing/system-fixture.ts'

/** When everything was polled, and the clock of the system at its start. */
const [polledAt, asOf] = ['2026-02-03T17:35:00Z', '2026-02-03T17:41:30Z']

const system = stopAtEnd(await startSystem({ asOf, content: polledContent(polledAt, sourceIds) }))
await makeRoomForForecasts(system.sql)

const refresh = (): Promise<void> => createLiveRefresh(system.ingest, 60_000)()
const read = () => createSnapshotReader(system.ingest)

test('the forecast has the hour in progress separately, and auction prices of quarter-hours whose mean is the hour’s price', async () => {
  await refresh()
  const forecast = await read().read(forecastSnapshot)
  expect([forecast?.hourInProgress?.time, forecast?.hours[0]?.time]).toEqual([
    '2026-02-03T17:00:00Z',
    '2026-02-03T18:00:00Z',
  ])
  const prices = forecast?.hours.map(({ price }) => price) ?? []
  const auctioned = prices.filter(({ basis }) => basis === 'auction')
  expect(auctioned.length).toBeGreaterThan(20)
  for (const { eurPerMwh, quarterHours } of auctioned) {
    const quarters = quarterHours ?? []
    expect(new Set(quarters).size).toBeGreaterThan(1)
    expect(quarters.reduce((sum, price) => sum + price, 0) / 4).toBeCloseTo(eurPerMwh ?? Number.NaN, 1)
  }
  expect(prices.filter(({ basis }) => basis !== 'auction').every(({ quarterHours }) => quarterHours === null)).toBe(
    true,
  )
})

test('before the first issue realised values are computed from stored rows, so that plans can be compared with yesterday from the start', async () => {
  await refresh()
  const past = await read().read(planPastSnapshot)
  expect(past).toMatchObject({
    issuedAt: '2026-02-03T17:00:00Z',
    issues: 0,
    realised: { from: '2026-01-27T16:00:00Z' },
  })
  const known = (quantity: 'carbon' | 'price') =>
    past?.realised.values[quantity].filter((value) => value !== null).length ?? 0
  // Seven days of prices, and of generation up to the hour that was published last.
  expect(known('price')).toBe(169)
  expect(known('carbon')).toBeGreaterThanOrEqual(167)
  for (const objective of ['cost', 'carbon']) {
    const response = await system.get(`/v1/schedule?durationMinutes=60&objective=${objective}`)
    const { baselines, savings, advice } = v.parse(ScheduleResponse, await response.json())
    expect([baselines.yesterday?.segments.length, savings.vsYesterday?.pct]).toEqual([1, expect.any(Number)])
    expect(advice).not.toContain('hier')
  }
})

test('if the newest issue is older than two hours, realised values are computed from stored rows', async () => {
  await addIssues(system.sql, { from: '2026-02-01T10:00:00Z', to: '2026-02-01T10:00:01Z' })
  await refresh()
  expect(await read().read(planPastSnapshot)).toMatchObject({ issuedAt: '2026-02-03T17:00:00Z' })
})

test('the newest issue stores the past that plans need: errors of issues of the same hour of the day, and realised values', async () => {
  await addIssues(system.sql, { from: '2025-12-20T00:00:00Z', to: '2026-02-03T17:00:01Z' })
  await addRealised(system.sql, '2025-12-20T00:00:00Z', '2026-02-03T17:00:00Z')
  await refresh()
  const past = await read().read(planPastSnapshot)
  expect(past).toMatchObject({ issuedAt: '2026-02-03T17:00:00Z' })
  if (past === null) throw new Error('nothing is written')
  // Those of 20 December to 30 January: an issue counts 75 hours after it, and that of 31 January is 72 hours old.
  expect(past.issues).toBe(42)
  const errors = unpackErrors(past, 'price')
  // The forecast of the fixture is a tenth more for each hour of lead.
  expect(errors.every((path) => Math.abs((path[48] ?? 0) + 4.8) < 1e-9 && Math.abs(path[0] ?? 1) < 1e-9)).toBe(true)
  const [first] = unpackErrors(past, 'carbon')
  expect(first?.[1]).toBeCloseTo(Math.log(38 / 38.1), 2)
  // No point was stored of these hours: their sub-scores are not known.
  expect(unpackErrors(past, 'carbonScore')).toEqual([])
  expect(past.realised.from).toBe('2026-01-27T16:00:00Z')
  // 16:00 UTC comes true as 20 and 16.
  expect([past.realised.values.price[0], past.realised.values.score.at(-1)]).toEqual([36, 36])
  expect(past.realised.values.price).toHaveLength(169)
})
