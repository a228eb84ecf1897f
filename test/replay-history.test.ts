import { afterAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { startUp } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import * as v from 'valibot'
import { recordedHour } from './testing/recorded-hour.ts'

const folder = await temporaryFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the history of a replay is that of the recording: a day of 23 hours, each point with the intensities of its hour', async () => {
  const port = await freePort()
  const run = await startUp({
    args: [
      ...['--replay', 'recordings', '--as-of', '2025-03-31T06:05:00Z', '--backfill-days', '1'],
      ...['--port', String(port), '--data-dir', join(folder, 'data')],
    ],
    env: { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' },
  })
  // Both ends are Paris midnights.
  const query = 'from=2025-03-29T23:00:00Z&to=2025-03-30T22:00:00Z&granularity=raw'
  const response = await fetch(`http://127.0.0.1:${port}/v1/score/history?${query}`, {
    headers: { 'x-api-key': run.key ?? '' },
  })
  expect(response.headers.get('x-data-mode')).toBe('replay')
  const { points } = v.parse(ScoreHistoryResponse, await response.json())
  run.pressCtrlC()
  expect(await run.exited).toBe(0)
  expect(points).toHaveLength(6 * 23)
  const cents = (value: number) => Math.round(value * 100) / 100
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
}, 180_000)
