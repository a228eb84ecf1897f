import { expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { addDocuments } from '../../pipeline/feed-document-store.ts'
import type { FeedDocument } from '../definition/content.ts'
import threeMessages from './fixtures/generation-unavailabilities-three-messages.json'
import fourDays from './fixtures/grid-signals-four-days.json'
import { normaliseGenerationUnavailabilities } from './generation-unavailabilities.ts'
import { normaliseGridSignals } from './grid-signals.ts'

const { sql } = await useTestDatabase(2)

/** Stores documents as learnt at a time of 2026-01-14; gives how many versions were added. */
function store(feed: FeedId, documents: readonly FeedDocument[], time: string): Promise<number> {
  const knownFrom = Temporal.Instant.from(`2026-01-14T${time}Z`)
  return sql.begin((tx) => addDocuments(tx, { feed, publisher: 'rte', knownFrom, payloadId: '1' }, documents))
}

const [message] = threeMessages.generation_unavailabilities
const versionOf = (changes: Record<string, unknown>) =>
  normaliseGenerationUnavailabilities({ generation_unavailabilities: { ...message, ...changes } }).documents

test('an issue of the grid signal that comes twice is stored once', async () => {
  const { documents } = normaliseGridSignals(fourDays)
  expect(await store('grid_signals', documents, '10:00:00')).toBe(4)
  expect(await store('grid_signals', documents, '10:15:00')).toBe(0)
})

test('a revised message is added next to the former version, and an older one that arrives late is ignored', async () => {
  const { documents } = normaliseGenerationUnavailabilities(threeMessages)
  expect(await store('generation_unavailabilities', documents, '10:00:00')).toBe(3)
  expect(await store('generation_unavailabilities', documents, '10:15:00')).toBe(0)
  const withdrawn = { version: 4, event_status: 'DISMISSED', publication_date: '2026-01-14T10:20:00Z' }
  const former = { version: 2, publication_date: '2026-01-10T09:05:00Z' }
  expect(await store('generation_unavailabilities', versionOf(withdrawn), '10:30:00')).toBe(1)
  expect(await store('generation_unavailabilities', versionOf(former), '10:45:00')).toBe(0)
  const rows = await sql<{ version: number; status: string }[]>`
    select (body ->> 'version')::int as version, body ->> 'eventStatus' as status
    from feed_documents where key = ${message?.identifier ?? ''} order by known_from`
  expect([...rows]).toEqual([
    { version: 3, status: 'ACTIVE' },
    { version: 4, status: 'DISMISSED' },
  ])
})

test('control characters and a cut surrogate pair in a reason do not keep a message out of the database', async () => {
  const odd = versionOf({ identifier: 'ODD', reason: `a\u0000b\ud83d ${'x'.repeat(294)}😀` })
  expect(await store('generation_unavailabilities', odd, '11:00:00')).toBe(1)
})
