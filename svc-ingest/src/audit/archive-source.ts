import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { ScoreSource } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { scoreFeeds } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import { addOutageMessage } from '@hexawatt/shared/methodology/score/sub-scores/available-capacity'
import type { StoredPoint } from '@hexawatt/shared/stored-points/stored-point-store'
import type { AsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { readReferences } from '@hexawatt/shared/stored-rows/references-store'
import type { RowOrigin, StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { type DocumentContent, readKnownDocuments } from './archived-documents.ts'
import { readKnownValues } from './archived-values.ts'
import type { AuditDeps } from './payload-reader.ts'
import { readReceivedState } from './received-state.ts'

type ArchivedOutage = ReturnType<typeof addOutageMessage<DocumentContent & RowOrigin>>

/** A source that collects findings about the stored data while it is read. */
type ArchiveSource = {
  source: ScoreSource<StoredValue, ArchivedOutage>
  /** Contradictions of the stored data, by feed in the order of the score's inputs; findings on the received state come last. */
  findings(): string[]
  /** Remarks that contradict nothing. */
  notes(): string[]
}

/**
 * The source of the audit: the data that a stored point could know, from the archived payloads. It reads one feed after the other, so that only the
 * payloads of one feed are in memory.
 */
export function createArchiveSource(deps: AuditDeps, stored: StoredPoint, rule: AsOfRule): ArchiveSource {
  const findingsByFeed = new Map<FeedId, string[]>()
  const received: { findings: string[]; notes: string[] } = { findings: [], notes: [] }
  const inTurn = createSequence()
  return {
    source: {
      values: (feed, span) =>
        inTurn(async () => {
          const { values, findings } = await readKnownValues(deps, { feed, ...span }, rule)
          findingsByFeed.set(feed, findings)
          return values
        }),
      documents: (feed, span) =>
        inTurn(async () => {
          const { documents, findings } = await readKnownDocuments(deps, { feed, ...span }, rule)
          findingsByFeed.set(feed, findings)
          return documents.map(addOutageMessage)
        }),
      references: () => inTurn(() => readReferences(deps.sql, stored.at)),
      received: () =>
        inTurn(async () => {
          const known = await readReceivedState(deps, readPhi(stored), rule, stored.at)
          received.findings = known.findings
          received.notes = known.notes
          return known.received
        }),
    },
    findings: () => [
      ...new Set([...scoreFeeds.flatMap((feed) => findingsByFeed.get(feed) ?? []), ...received.findings]),
    ],
    notes: () => received.notes,
  }
}

/** Makes a function that starts a task when the one before has ended; after a failure it starts no other. */
function createSequence() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(task)
    last = turn
    return turn
  }
}

function readPhi({ inputs }: StoredPoint): Partial<Record<FeedId, number>> {
  return Object.fromEntries(Object.entries(inputs).map(([feed, { phi }]) => [feed, phi]))
}
