import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestClock } from '../testing/test-clock.ts'
import {
  type Ingestion,
  type RecordedUpstream,
  startIngestion,
  startRecordedUpstream,
} from './testing/two-ways-fixture.ts'

type Report = { calls: { publisher: string }[] }

/** Twenty past ten in Paris, before colours (10:40) and prices (12:57) are published. */
const clock = createTestClock('2025-01-10T09:21:30Z')
let upstream: RecordedUpstream
let ingestion: Ingestion

beforeAll(async () => {
  upstream = startRecordedUpstream(clock)
  ingestion = await startIngestion(upstream, 'open')
})
afterAll(async () => {
  await ingestion.stop()
  await upstream.stop()
})

/** Calls by publisher since the last question. */
async function newCalls(): Promise<Record<string, number>> {
  const { calls } = (await (await fetch(`${upstream.address}/open/calls`)).json()) as Report
  await fetch(`${upstream.address}/open/calls`, { method: 'DELETE' })
  return Object.fromEntries(
    Map.groupBy(calls, ({ publisher }) => publisher)
      .entries()
      .map(([id, list]) => [id, list.length]),
  )
}

describe('open mode with every first choice at work', () => {
  test('begins with the days that the fallbacks need, in a few calls', async () => {
    await ingestion.takeTurns()
    // Of ODRÉ: the nation, past signals, the regions, intensities. Of Energy-Charts: 16 days of prices (2), 9 of flows (2), forecasts of three types
    // twice (6), schedules, capacities, a month of each neighbour (6).
    expect(await newCalls()).toEqual({ odre: 4, 'energy-charts': 12 + 6, 'rte-services': 1 })
  })

  test('then makes its planned calls only: what has come is not asked for again', async () => {
    for (let turn = 0; turn < 13; turn++) {
      clock.advance({ minutes: 15 })
      await ingestion.takeTurns()
    }
    expect(clock.now().toString()).toBe('2025-01-10T12:36:30Z')
    // Of ODRÉ: the nation (13), the regions of each hour (3). Of Energy-Charts: flows (3), the forecasts of 12:45 (3), the prices of 12:50, not there yet, and of 13:05 (2), the neighbours of
    // 10:32 (6) and two of those of 13:32.
    expect(await newCalls()).toEqual({ odre: 16, 'energy-charts': 8 + 8, 'rte-services': 1 })
  })
})
