import { pollIfDue } from '@hexawatt/svc-ingest/src/planning/poll-if-due.ts'
import { isOpenSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, ingestedContent } from '../../testing/ingest-fixture.ts'

/**
 * Turns of the datasets of open sources as the scheduler gives them: those that a feed needs and whose time has come are asked. A failure is as the worker
 * takes it. Snapshots stay as they are.
 *
 * @returns ids of those that answered
 */
export async function takeOpenTurns(
  deps: IngestFixture['deps'],
  asked: 'planned' | 'start' = 'planned',
): Promise<string[]> {
  const polled: string[] = []
  for (const dataset of deps.sources.filter(isOpenSource)) {
    const poll = await pollIfDue(deps, dataset, asked).catch(() => null)
    if (poll !== null) polled.push(dataset.id)
  }
  return polled
}

/** Stored rows of a program without credentials after its first round, at this instant. */
export function afterFirstOpenRound(asOf: string) {
  const name = `open_${Bun.hash(asOf).toString(36)}`
  const round = async ({ deps }: IngestFixture) => void (await takeOpenTurns(deps, 'start'))
  return ingestedContent(name, asOf, round, { mode: 'open' })
}
