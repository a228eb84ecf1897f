import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { composeTariffToday } from '@hexawatt/shared/answers/grid-and-tariff'
import { tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { readSnapshotRow } from '@hexawatt/shared/snapshot/snapshot-store'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

let fixture: IngestFixture
let poller: ReturnType<typeof createPoller>
beforeAll(async () => {
  fixture = await startIngestFixture('2026-08-31T12:00:00Z', { mode: 'live' })
  poller = createPoller(fixture.deps)
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  fixture.faults.clear()
  await fixture.sql`truncate source_status, feed_values, raw_payloads, publisher_calls, publisher_pauses, poll_yields, stand_ins, live_snapshots`
})

async function colors() {
  const { color, inForce } = composeTariffToday(await readSnapshotRow(fixture.sql, tariffSnapshot), fixture.clock.now())
  return { day: color !== null, inForce: inForce.color !== null }
}

/** Starts between the evening of 30 August and noon of 1 September, Paris. */
const starts = [
  '2026-08-30T21:30:00Z',
  '2026-08-30T23:00:00Z',
  '2026-08-31T07:00:00Z',
  '2026-08-31T12:00:00Z',
  '2026-08-31T22:30:00Z',
  '2026-09-01T03:20:00Z',
  '2026-09-01T04:30:00Z',
  '2026-09-01T10:00:00Z',
]

describe('a first start where the season changes', () => {
  test.each(starts)('at %s knows the colour of the day and the one in force from the operator', async (start) => {
    fixture.clock.moveTo(start)
    await poller.poll('tariff_calendar')
    expect(await colors()).toEqual({ day: true, inForce: true })
  })

  test.each(starts)('at %s knows both from the volunteers’ service', async (start) => {
    fixture.clock.moveTo(start)
    await fixture.sql`insert into stand_ins (feed, dataset, since) values ('tariff_calendar', 'couleur_tempo_tariff', ${start}::timestamptz)`
    await poller.pollOpen('couleur_tempo_tariff', 'start')
    expect(await colors()).toEqual({ day: true, inForce: true })
  })

  test.each(starts)(
    'at %s knows the colour in force from the operator’s public page, and that of every later hour',
    async (start) => {
      fixture.clock.moveTo(start)
      await fixture.sql`insert into stand_ins (feed, dataset, since) values ('tariff_calendar', 'rte_services_tariff', ${start}::timestamptz)`
      await poller.pollOpen('rte_services_tariff', 'start')
      const unknown: string[] = []
      for (let step = 0; step < 48; step += 1) {
        if (!(await colors()).inForce) unknown.push(fixture.clock.now().toString())
        fixture.clock.advance({ minutes: 15 })
        await fixture.sql`update publisher_pauses set last_call_at = last_call_at - interval '15 minutes'`
        await poller.pollOpen('rte_services_tariff', 'planned')
      }
      expect(unknown).toEqual([])
    },
  )
})
