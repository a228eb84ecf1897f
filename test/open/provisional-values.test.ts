import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { readSnapshotRow } from '@hexawatt/shared/snapshot/snapshot-store'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { openPublisherIds, publisherPolicies } from '@hexawatt/svc-ingest/src/sources/publishers.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

/** Answers of a publisher by path, set by each test: a body, or a status without one. */
let answers: Record<string, () => object | number> = {}
let asked: string[] = []
let publisher: Bun.Server<undefined>
let fixture: IngestFixture
let poller: ReturnType<typeof createPoller>

beforeAll(async () => {
  publisher = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      asked.push(`${parisTime()} ${pathname.split('/').at(-1)}`)
      const answer = answers[pathname]?.() ?? 404
      return typeof answer === 'number'
        ? new Response('', { status: answer })
        : Response.json(within(searchParams, answer))
    },
  })
  const settings = Object.fromEntries(
    openPublisherIds.map((id) => [publisherPolicies[id].baseUrlSetting, publisher.url.href]),
  )
  fixture = await startIngestFixture('2026-01-12T10:00:00Z', { mode: 'open', settings })
  poller = createPoller(fixture.deps)
})
afterAll(async () => {
  await fixture.stop()
  await publisher.stop(true)
})
beforeEach(async () => {
  answers = {}
  asked = []
  await fixture.sql`truncate source_status, feed_values, raw_payloads, publisher_calls, publisher_pauses, poll_yields, stand_ins`
})

/** A publisher of prices gives only the prices of the requested span. */
function within(query: URLSearchParams, answer: object): object {
  if (!('unix_seconds' in answer && 'price' in answer)) return answer
  const [start, end] = [Number(query.get('start')), Number(query.get('end'))]
  const seconds = answer.unix_seconds as number[]
  const asked = seconds.map((second) => second >= start && second < end)
  const of = (values: number[]) => values.filter((_, at) => asked[at])
  return { ...answer, unix_seconds: of(seconds), price: of(answer.price as number[]) }
}

const parisTime = () => fixture.clock.now().toZonedDateTimeISO(parisTimeZone).toPlainTime().toString().slice(0, 5)

/** Polls a dataset when it is due, looked at every five minutes up to an instant. */
async function takeTurns(
  dataset: 'rte_services_tariff' | 'couleur_tempo_tariff' | 'energy_charts_price',
  until: string,
) {
  const end = Temporal.Instant.from(until)
  while (Temporal.Instant.compare(fixture.clock.now(), end) <= 0) {
    await poller.pollOpen(dataset, 'planned')
    // The gap between two calls is real time.
    await fixture.sql`update publisher_pauses set last_call_at = last_call_at - interval '5 minutes'`
    fixture.clock.advance({ minutes: 5 })
  }
}

const versions = (feed: string, slotStart: string) =>
  fixture.sql<{ value: number }[]>`
    select value from feed_values where feed = ${feed} and slot_start = ${slotStart}::timestamptz order by known_from`.then(
    (rows) => rows.map(({ value }) => value),
  )

test('the early colour of 06:35 is served until the binding one replaces it at 10:45; both are kept', async () => {
  const early = { '2026-01-13': 'WHITE', '2026-01-14': 'BLUE' }
  const binding = { '2026-01-13': 'WHITE', '2026-01-14': 'RED' }
  answers['/cms/open_data/v1/tempo'] = () => ({ values: { '2026-01-12': 'BLUE', '2026-01-13': 'WHITE' } })
  answers['/cms/open_data/v1/tempoLight'] = () => ({ values: parisTime() < '10:30' ? early : binding })
  const tomorrow = async () => (await readSnapshotRow(fixture.sql, tariffSnapshot))?.days.at(-1)
  fixture.clock.moveTo('2026-01-12T21:00:00Z')
  await takeTurns('rte_services_tariff', '2026-01-13T08:00:00Z')
  expect(await tomorrow()).toEqual({ date: '2026-01-14', color: 'Bleu' })
  await takeTurns('rte_services_tariff', '2026-01-13T10:00:00Z')
  expect(await tomorrow()).toEqual({ date: '2026-01-14', color: 'Rouge' })
  await takeTurns('rte_services_tariff', '2026-01-13T22:30:00Z')
  expect(asked).toEqual(['22:00 tempo', '06:35 tempoLight', '10:45 tempoLight'])
  expect(await versions('tariff_calendar', '2026-01-13T23:00:00Z')).toEqual([1, 3])
})

test('a first start at 07:00 with the volunteers’ service does not ask for tomorrow before its colour binds', async () => {
  const day = (dateJour: string, codeJour: number) => ({ dateJour, codeJour, periode: '2025-2026', libCouleur: '' })
  answers['/api/joursTempo'] = () => [day('2026-01-13', 2), day('2026-01-14', 1)]
  answers['/api/jourTempo/today'] = () => day('2026-01-13', 2)
  answers['/api/jourTempo/tomorrow'] = () => day('2026-01-14', parisTime() < '10:30' ? 1 : 3)
  await fixture.sql`insert into stand_ins (feed, dataset, since) values ('tariff_calendar', 'couleur_tempo_tariff', '2026-01-13T05:00:00Z')`
  fixture.clock.moveTo('2026-01-13T06:00:00Z')
  await takeTurns('couleur_tempo_tariff', '2026-01-13T22:00:00Z')
  expect(asked).toEqual(['07:00 joursTempo', '07:00 today', '11:10 today', '11:10 tomorrow'])
  expect(await versions('tariff_calendar', '2026-01-13T23:00:00Z')).toEqual([1, 3])
})

test('prices of tomorrow that are seen before the auction are replaced by its result', async () => {
  const seconds = (text: string) => Temporal.Instant.from(text).epochMilliseconds / 1_000
  answers['/price'] = () => ({
    unix_seconds: Array.from({ length: 72 }, (_, hour) => seconds('2026-01-11T23:00:00Z') + hour * 3_600),
    price: Array.from({ length: 72 }, (_, hour) => (hour < 48 ? 50 : parisTime() < '12:50' ? 60 : 70)),
    unit: 'EUR / MWh',
    deprecated: false,
  })
  fixture.clock.moveTo('2026-01-12T23:30:00Z')
  await takeTurns('energy_charts_price', '2026-01-13T22:00:00Z')
  expect([...new Set(asked)]).toEqual(['00:30 price', '12:50 price'])
  expect(await versions('power_exchanges', '2026-01-13T23:00:00Z')).toEqual([60, 70])
})
