import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { startUp, type UpRun } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import * as v from 'valibot'
import { recordedHour } from './testing/recorded-hour.ts'

const folder = await makeTemporaryFolder()
const port = await freePort()
const cents = (value: number) => Math.round(value * 100) / 100

let up: UpRun
beforeAll(async () => {
  up = await startUp({
    args: [
      ...['--replay', 'recordings', '--as-of', '2025-03-31T06:05:00Z', '--backfill-days', '1'],
      ...['--port', String(port), '--data-dir', join(folder, 'data')],
    ],
    env: { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' },
  })
})
afterAll(async () => {
  up.pressCtrlC()
  expect(await up.exited).toBe(0)
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': up.key ?? '' } })

test('up --replay serves the hour that the recording holds, on the morning after a clock change', async () => {
  const answer = v.parse(CarbonIntensityResponse, await (await ask('/v1/carbon/intensity')).json())
  const { productionGrams, consumptionGrams } = await recordedHour('2025-03-31T04')
  expect([answer.dataSlotStart, answer.estimatedGCo2PerKwh, answer.estimatedGCo2PerKwhConsumption]).toEqual([
    '2025-03-31T04:00:00Z',
    cents(productionGrams),
    cents(consumptionGrams),
  ])
})

test('the history of a replay equals the recording: a day of 23 hours, each point with its hour’s intensities', async () => {
  // Both ends are Paris midnights.
  const response = await ask('/v1/score/history?from=2025-03-29T23:00:00Z&to=2025-03-30T22:00:00Z&granularity=raw')
  expect(response.headers.get('x-data-mode')).toBe('replay')
  const { points } = v.parse(ScoreHistoryResponse, await response.json())
  expect(points).toHaveLength(6 * 23)
  for (const point of points) {
    const expected = await recordedHour(point.carbonSlotStart?.slice(0, 'YYYY-MM-DDTHH'.length) ?? '')
    expect([point.timestamp, point.carbonIntensityGco2Kwh, point.carbonIntensityConsumptionGco2Kwh]).toEqual([
      point.timestamp,
      cents(expected.productionGrams),
      cents(expected.consumptionGrams),
    ])
    // An hour is published an hour after its end.
    const ageMinutes = (Date.parse(point.timestamp) - Date.parse(point.carbonSlotStart ?? '')) / 60_000
    expect(ageMinutes).toBeWithin(120, 180)
  }
})
