import { expect, test } from 'bun:test'
import { openEvents } from '@hexawatt/gateway/src/events/testing/events-fixture.ts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startPolledSystem } from './testing/system-fixture.ts'

const tomorrow = '2026-02-04'
const codes = { Bleu: 1, Blanc: 2, Rouge: 3 } as const

const system = stopAtEnd(await startPolledSystem({ asOf: '2026-02-03T12:00:00Z' }))

type Outlook = { slots: { start: string; tariffColor: keyof typeof codes | null }[] }
const colorsOf = ({ slots }: Outlook) => [
  ...new Set(slots.filter(({ start }) => start >= `${tomorrow}T05:00:00Z`).map(({ tariffColor }) => tariffColor)),
]

test('a changed colour of tomorrow reaches GET /v1/outlook and the live events', async () => {
  const key = await system.createKey('scale')
  const stream = await openEvents(system.gatewayUrl, key, { query: '?kinds=outlook' })
  const first = JSON.parse((await stream.next())?.data ?? '') as Outlook
  const [early] = colorsOf(first)
  if (early == null) throw new Error('no colour of tomorrow')
  const binding = early === 'Rouge' ? 'Blanc' : 'Rouge'
  system.clock.advance({ minutes: 1 })
  await system.sql`
    insert into feed_values (feed, series, slot_start, slot_end, value, source_updated_at, known_from, payload_id, publisher, nature)
    select feed, series, slot_start, slot_end, ${codes[binding]}, source_updated_at, ${system.clock.now()}, payload_id, publisher, nature
    from feed_values where feed = 'tariff_calendar' order by slot_start desc, known_from desc limit 1`
  await system.refreshLive()
  let seen: Outlook = first
  while (colorsOf(seen)[0] === early) seen = JSON.parse((await stream.next())?.data ?? '') as Outlook
  stream.leave()
  expect(colorsOf(seen)).toEqual([binding])
  expect(colorsOf((await (await system.get('/v1/outlook')).json()) as Outlook)).toEqual([binding])
})
