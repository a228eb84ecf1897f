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
import { compareFallback, type FallbackComparison } from './compare-fallback.ts'
import { readFallbackChecks, readOperatorValues, recordFallbackCheck } from './fallback-check-store.ts'
import { readStandIn } from './stand-in-store.ts'

export type FallbackCheckDeps = {
  sql: Sql
  archive: PayloadArchive
  clock: Clock
  mode: DataMode
  partitions: Partitions
  client: SourceClient
  sources: readonly Source[]
}

/** A fallback source that one small call a day proves to work. */
type CheckedFallback = {
  dataset: Source
  publisher: OpenPublisherId
  feed: FeedId
  /** Series without which a slot of the fallback source is useless. */
  required: readonly string[]
  window: (now: Temporal.Instant) => { from: Temporal.Instant; to: Temporal.Instant }
}

const checkedFallbacks: readonly CheckedFallback[] = [
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
export async function checkFallbacks(
  deps: FallbackCheckDeps,
  signal?: AbortSignal,
): Promise<Record<string, FallbackComparison> | null> {
  if (deps.mode !== 'live') return null
  const made: Record<string, FallbackComparison> = {}
  for (const fallback of checkedFallbacks) {
    if (!deps.sources.includes(fallback.dataset) || !(await isCheckDue(deps, fallback))) continue
    const comparison = await compareNow(deps, fallback, signal)
    const { id } = fallback.dataset
    await recordFallbackCheck(
      deps.sql,
      { dataset: id, publisher: fallback.publisher, feed: fallback.feed },
      deps.clock.now(),
      comparison,
    )
    made[id] = comparison
  }
  return Object.keys(made).length === 0 ? null : made
}

async function isCheckDue({ sql, clock }: FallbackCheckDeps, { dataset, feed }: CheckedFallback): Promise<boolean> {
  const attempts = await readAttempts(sql, feed)
  const isOperatorWell = attempts.lastSuccess !== null && attempts.consecutiveFailures === 0
  if (!isOperatorWell || (await readStandIn(sql, feed)) !== null) return false
  const last = (await readFallbackChecks(sql)).find((check) => check.dataset === dataset.id)?.lastSuccessAt ?? null
  return last === null || clock.now().epochMilliseconds - last.epochMilliseconds >= comparedForMs
}

/** A call that fails compares nothing; its note gives the reason. */
async function compareNow(
  deps: FallbackCheckDeps,
  { dataset, publisher, feed, required, window }: CheckedFallback,
  signal?: AbortSignal,
): Promise<FallbackComparison> {
  const { sql, clock } = deps
  const now = clock.now()
  const span = window(now)
  const calls = dataset.backfillCalls?.({ start: span.from, end: span.to }).slice(0, 1) ?? []
  try {
    const [payload] = await Array.fromAsync(deps.client.fetch(dataset, calls, signal))
    if (payload === undefined) return createEmptyComparison('the publisher has nothing of these slots')
    const { answer } = payload
    const { feeds = [], intensities = [] } = dataset.read(answer)
    const content = feeds.find((one) => one.feed === feed)?.normalised
    const archived = { publisher, source: dataset.id, query: answer.query, packed: await packPayload(answer.body) }
    await storePublishedIntensities(deps, archived, intensities)
    const operator = await readOperatorValues(sql, feed, span, now)
    const comparison = compareFallback(feed, { fallback: content?.measurements ?? [], operator, required })
    if (comparison.compared > 0) return comparison
    return createEmptyComparison(content?.refused?.[0]?.reason ?? 'no slot of which both have a value')
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return createEmptyComparison(error.message.slice(0, maxNoteChars))
  }
}

function createEmptyComparison(note: string): FallbackComparison {
  return { compared: 0, agreeing: 0, note }
}
