import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { withOutageMessage } from '@hexawatt/shared/methodology/score/outages'
import type { ScoreSource } from '@hexawatt/shared/methodology/score/read-score-rows'
import { scoreFeeds } from '@hexawatt/shared/methodology/score/scored-feeds'
import type { RowOrigin, StoredValue } from '../inputs/stored-rows-store.ts'
import { readReferences } from '../references/read-references.ts'
import { type DocumentContent, knownDocuments } from './archived-documents.ts'
import { knownValues } from './archived-values.ts'
import type { AsOfRule } from './as-of-rule.ts'
import type { AuditDeps } from './payload-reader.ts'
import { receivedState } from './received-state.ts'
import type { StoredPoint } from './stored-point-store.ts'

type ArchivedOutage = ReturnType<typeof withOutageMessage<DocumentContent & RowOrigin>>

/** A source, and what it has found out about the stored data while it was read. */
type ArchiveSource = {
  source: ScoreSource<StoredValue, ArchivedOutage>
  /** What speaks against the stored data, by feed in the order of the score's inputs; what was received comes last. */
  findings(): string[]
  /** What is worth knowing and speaks against nothing. */
  notes(): string[]
}

/**
 * Answers from the archived payloads what a stored point could know. One feed is read after the other: the payloads of one are enough to
 * hold in memory.
 */
export function createArchiveSource(deps: AuditDeps, stored: StoredPoint, rule: AsOfRule): ArchiveSource {
  const findingsByFeed = new Map<FeedId, string[]>()
  const received: { findings: string[]; notes: string[] } = { findings: [], notes: [] }
  const inTurn = createTurns()
  return {
    source: {
      values: (feed, span) =>
        inTurn(async () => {
          const { values, findings } = await knownValues(deps, { feed, ...span }, rule)
          findingsByFeed.set(feed, findings)
          return values
        }),
      documents: (feed, span) =>
        inTurn(async () => {
          const { documents, findings } = await knownDocuments(deps, { feed, ...span }, rule)
          findingsByFeed.set(feed, findings)
          return documents.map(withOutageMessage)
        }),
      references: () => inTurn(() => readReferences(deps.sql, stored.at)),
      received: () =>
        inTurn(async () => {
          const known = await receivedState(deps, phiOf(stored), rule, stored.at)
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

/** Makes a function that begins a task when the one before has ended; after a failure it begins no other. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(task)
    last = turn
    return turn
  }
}

function phiOf({ inputs }: StoredPoint): Partial<Record<FeedId, number>> {
  return Object.fromEntries(Object.entries(inputs).map(([feed, { phi }]) => [feed, phi]))
}
