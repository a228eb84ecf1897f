import { isDatasetId } from '@hexawatt/shared/grid/publishers'
import { createTestDatabase, type TestContent } from '@hexawatt/shared/testing/stores-fixture'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { type LoadPastDeps, loadNextPiece, type PastStep } from '@hexawatt/svc-ingest/src/past/load-past.ts'
import { listPastContents, type PastContent } from '@hexawatt/svc-ingest/src/past/past-contents.ts'
import { type IngestFixture, ingestedContent, startIngestFixture } from '../../testing/ingest-fixture.ts'

export const never = new AbortController().signal

/** The contents of feeds in open mode, as far back as a test needs. */
export const listContents = (maxAgeDays: number): PastContent[] =>
  listPastContents('open', () => false).map((content) => ({
    ...content,
    maxAgeDays: Math.min(maxAgeDays, content.maxAgeDays),
  }))

/** The first poll of every source but the mixes of the neighbours. */
async function pollFirst({ deps }: Pick<IngestFixture, 'deps'>): Promise<void> {
  const poller = createPoller(deps)
  for (const { id, publisher, yieldsToFeeds } of deps.sources) {
    const isAsked = ['odre', 'energy-charts', 'rte-services'].includes(publisher) && yieldsToFeeds !== true
    if (isDatasetId(id) && isAsked) await poller.pollOpen(id, 'start')
  }
}

const polledAt = (asOf: string): TestContent =>
  ingestedContent(`first_start_${Bun.hash(asOf).toString(36)}`, asOf, pollFirst, { mode: 'open' })

/** Ingestion in open mode on a database that is empty or has the first polls of the same instant, whose past a test loads step by step. */
export async function startFirstStartFixture(asOf: string, rows: 'empty' | 'polled') {
  const filledDatabase = await createTestDatabase(rows === 'polled' ? polledAt(asOf) : undefined)
  const ingest = await startIngestFixture(asOf, { mode: 'open', filledDatabase })
  const { sql } = ingest
  return {
    ...ingest,
    /** A program that loads the past. */
    createProgram(contents: readonly PastContent[], holder = 'one'): LoadPastDeps {
      return { ...ingest.deps, contents, hasRoom: async () => true, holder }
    },
    pollAll: (): Promise<void> => pollFirst(ingest),
    /** Steps of these publishers, each until nothing is left or it waits. */
    async loadAll(
      deps: LoadPastDeps,
      publishers: readonly ('odre' | 'energy-charts')[] = ['odre', 'energy-charts'],
    ): Promise<PastStep[]> {
      const steps: PastStep[] = []
      for (const publisher of publishers) {
        for (let step: PastStep = 'loaded'; step === 'loaded' || step === 'known'; ) {
          step = await loadNextPiece(deps, publisher, never)
          steps.push(step)
        }
      }
      return steps
    },
    /** Calls of every publisher so far. */
    async countCalls(): Promise<number> {
      const [row] = await sql<{ calls: number }[]>`
        select coalesce(sum(calls), 0)::int as calls from publisher_calls`
      return row?.calls ?? 0
    },
    /** Known days by content. */
    async countKnownDays(): Promise<Record<string, number>> {
      const rows = await sql<{ content: string; known: number }[]>`
        select content, count(*) filter (where is_known)::int as known from past_days group by content order by content`
      return Object.fromEntries(rows.map(({ content, known }) => [content, known]))
    },
    /** Past slots that got a second version. */
    async countSecondVersions(): Promise<number> {
      const [row] = await sql<{ slots: number }[]>`
        select count(*)::int as slots from (
          select from feed_values where slot_start < now() group by feed, series, slot_start having count(*) > 1) twice`
      return row?.slots ?? 0
    },
  }
}
export type FirstStartFixture = Awaited<ReturnType<typeof startFirstStartFixture>>
