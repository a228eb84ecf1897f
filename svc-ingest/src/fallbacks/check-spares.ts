import type { DataMode, FeedId } from '@hexawatt/shared/grid/feeds'
import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { packPayload } from '../archive/payload-store.ts'
import type { Partitions } from '../pipeline/partition-store.ts'
import { readAttempts } from '../pipeline/source-status-store.ts'
import { storePublishedIntensities } from '../published-intensity/published-intensity-store.ts'
import type { Source } from '../sources/definition/source.ts'
import { energyChartsPrice } from '../sources/energy-charts/price.ts'
import { odreNational } from '../sources/odre/national.ts'
import type { SourceClient } from '../upstream/source-client.ts'
import { compareSpare, type SpareComparison } from './compare-spare.ts'
import { readOperatorValues, readSpareChecks, recordSpareCheck } from './spare-check-store.ts'
import { readStandIn } from './stand-in-store.ts'

export type SpareDeps = {
  sql: Sql
  archive: PayloadArchive
  clock: Clock
  mode: DataMode
  partitions: Partitions
  client: SourceClient
  sources: readonly Source[]
}

/** A fallback source that one small call a day proves to work. */
type Spare = {
  dataset: Source
  publisher: OpenPublisherId
  feed: FeedId
  /** Series without which a slot of the fallback source is useless. */
  required: readonly string[]
  window: (now: Temporal.Instant) => { from: Temporal.Instant; to: Temporal.Instant }
}

const spares: readonly Spare[] = [
  {
    dataset: odreNational,
    publisher: 'odre',
    feed: 'generation_mix_15min',
    required: coreProductionTypes,
    window: (now) => ({ from: hourStart(now).subtract({ hours: 6 }), to: now }),
  },
  {
    dataset: energyChartsPrice,
    publisher: 'energy-charts',
    feed: 'power_exchanges',
    required: ['PRICE'],
    window: (now) => ({ from: addParisDays(now, 0), to: addParisDays(now, 1) }),
  },
]

/** A fallback source that was compared less than this ago is not asked again, ms: once a day, by a task that runs more often. */
const comparedForMs = 20 * hourMs
/** A longer note is cut. */
const maxNoteChars = 500

/**
 * In live mode, while the operator answers, asks each fallback source once a day for slots that the operator has given too, and compares the values. No
 * value of the answer is stored; the operator's own intensities in it are stored for their comparison. A fallback source in use is tested by its polls.
 *
 * @returns the comparisons that were made by dataset; null when there were none
 */
export async function checkSpares(
  deps: SpareDeps,
  signal?: AbortSignal,
): Promise<Record<string, SpareComparison> | null> {
  if (deps.mode !== 'live') return null
  const made: Record<string, SpareComparison> = {}
  for (const spare of spares) {
    if (!deps.sources.includes(spare.dataset) || !(await isToCheck(deps, spare))) continue
    const comparison = await compareNow(deps, spare, signal)
    const { id } = spare.dataset
    await recordSpareCheck(
      deps.sql,
      { dataset: id, publisher: spare.publisher, feed: spare.feed },
      deps.clock.now(),
      comparison,
    )
    made[id] = comparison
  }
  return Object.keys(made).length === 0 ? null : made
}

async function isToCheck({ sql, clock }: SpareDeps, { dataset, feed }: Spare): Promise<boolean> {
  const attempts = await readAttempts(sql, feed)
  const isOperatorWell = attempts.lastSuccess !== null && attempts.consecutiveFailures === 0
  if (!isOperatorWell || (await readStandIn(sql, feed)) !== null) return false
  const last = (await readSpareChecks(sql)).find((check) => check.dataset === dataset.id)?.lastSuccessAt ?? null
  return last === null || clock.now().epochMilliseconds - last.epochMilliseconds >= comparedForMs
}

/** A call that fails compares nothing, and says why. */
async function compareNow(
  deps: SpareDeps,
  { dataset, publisher, feed, required, window }: Spare,
  signal?: AbortSignal,
): Promise<SpareComparison> {
  const { sql, clock } = deps
  const now = clock.now()
  const span = window(now)
  const calls = dataset.backfillCalls?.({ start: span.from, end: span.to }).slice(0, 1) ?? []
  try {
    const [payload] = await Array.fromAsync(deps.client.fetch(dataset, calls, signal))
    if (payload === undefined) return nothing('the publisher has nothing of these slots')
    const { answer } = payload
    const { feeds = [], intensities = [] } = dataset.read(answer)
    const content = feeds.find((one) => one.feed === feed)?.normalised
    const archived = { publisher, source: dataset.id, query: answer.query, packed: await packPayload(answer.body) }
    await storePublishedIntensities(deps, archived, intensities)
    const operator = await readOperatorValues(sql, feed, span, now)
    const comparison = compareSpare(feed, { spare: content?.measurements ?? [], operator, required })
    if (comparison.compared > 0) return comparison
    return nothing(content?.refused?.[0]?.reason ?? 'no slot of which both have a value')
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return nothing(error.message.slice(0, maxNoteChars))
  }
}

function nothing(note: string): SpareComparison {
  return { compared: 0, agreeing: 0, note }
}
