import type { SourceStatus } from '@hexawatt/shared/contract/status'
import { findNextPublication, neverReceived, type Received } from '@hexawatt/shared/grid/feed-calendar'
import {
  type DataMode,
  type FeedId,
  isFeed,
  neighbourMixesSourceId,
  type ReportedSourceId,
  regulatedPricesSourceId,
  reportedSourceIds,
  weatherSourceId,
} from '@hexawatt/shared/grid/feeds'
import { findOpenModeRemark } from '@hexawatt/shared/grid/open-remarks'
import { publisherFacts, referencePublishers, weatherPublisher } from '@hexawatt/shared/grid/publishers'
import { computeAvailability } from '@hexawatt/shared/methodology/availability'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { countMinutesBetween, isoSeconds } from '@hexawatt/shared/time/instant'
import { readStandIns } from '../fallbacks/stand-in-store.ts'
import { summariseNeighbourMixes } from '../neighbours/neighbour-status.ts'
import { readNewestNeighbourHours } from '../neighbours/neighbour-store.ts'
import { readPastProgress } from '../past/past-progress.ts'
import { findLostBorders, readBorderAges } from '../pipeline/border-age-store.ts'
import { readSourceStatus, type SourceStatusRow } from '../pipeline/source-status-store.ts'
import { listChoices } from '../sources/fallback-order.ts'
import { describeWeather } from '../weather/weather-status.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/** Hours between two polls of a source that has no calendar, for `expectedNext`; of any other such source a day. */
const pollHours: Readonly<Partial<Record<ReportedSourceId, number>>> = {
  [weatherSourceId]: 3,
  [neighbourMixesSourceId]: 3,
}
const pollHoursOfReferences = 24

/** Sources that not every installation polls. */
const listedWhenPolled: readonly ReportedSourceId[] = [regulatedPricesSourceId, weatherSourceId, neighbourMixesSourceId]

/** Known state of the sources: a row for each feed, reference and dataset, one for the mixes of all neighbours, and the dataset that stands in for a feed. */
type KnownStatus = {
  mode: DataMode
  now: Temporal.Instant
  rows: ReadonlyMap<string, SourceStatusRow>
  standIns: ReadonlyMap<string, string>
  /** Countries whose border has had no flow for a day. */
  lostBorders: readonly string[]
  /** State of the runs of the weather. */
  weather: string | null
}

/**
 * Makes the refresh of the snapshot that `/api/status` serves: the freshness of every source. A border that is lost, or is back, is logged once.
 */
export function createStatusRefresh(): (deps: RefreshDeps) => Promise<void> {
  let logged = ''
  return async function refreshStatus({ mode, sql, clock, snapshots, logger, sources, past }) {
    const now = clock.now()
    const isPolled = (polled: ReportedSourceId) =>
      sources.some(({ id, gives }) => id === polled || gives?.some((content) => content === polled) === true)
    const [stored, standIns, borders, weather, history, neighbourHours] = await Promise.all([
      readSourceStatus(sql),
      readStandIns(sql),
      readBorderAges(sql, now),
      isPolled(weatherSourceId) ? describeWeather(sql, now) : null,
      readPastProgress(sql, past, now),
      readNewestNeighbourHours(sql, now),
    ])
    const lost = findLostBorders(borders)
    if (lost.join() !== logged) {
      if (lost.length > 0) logger.warn({ borders: lost }, 'borders without flows for a day')
      else logger.info('every border has flows again')
      logged = lost.join()
    }
    const rows = new Map<string, SourceStatusRow>(stored.map((row) => [row.source, row]))
    const mixes = summariseNeighbourMixes(rows, neighbourHours, now)
    if (mixes !== null) rows.set(mixes.source, mixes)
    const known = { mode, now, rows, standIns, lostBorders: lost, weather }
    const listed = reportedSourceIds.filter((id) => !listedWhenPolled.includes(id) || isPolled(id))
    const reported = listed.map((id) => buildSourceStatus(id, known))
    const status = { mode, generatedAt: isoSeconds(now), sources: reported, history }
    await snapshots.write(statusSnapshot, status, now)
  }
}

function buildSourceStatus(id: ReportedSourceId, known: KnownStatus): SourceStatus {
  const { mode, now, rows } = known
  const row = rows.get(id)
  const newest = row?.newestSlotEnd ?? null
  const given = describeOrigin(id, row)
  const remark = mode === 'open' && isFeed(id) ? findOpenModeRemark(id, hasCurrentValues(id, row, now)) : null
  return {
    id,
    lastSuccess: row?.lastSuccessAt ? isoSeconds(row.lastSuccessAt) : null,
    ...given,
    newestSlot: newest && isoSeconds(newest),
    lagMinutes: newest && countMinutesBetween(newest, now),
    expectedNext: computeExpectedNext(id, row),
    consecutiveFailures: mode === 'open' && isFeed(id) ? countOpenFailures(id, known) : (row?.consecutiveFailures ?? 0),
    demo: row?.isDemo ?? false,
    note:
      [row?.note, remark?.en, describeLostBorders(id, known), id === weatherSourceId ? known.weather : null]
        .filter((text) => text != null)
        .join(' ') || null,
  }
}

/** Remark on borders without flows, which leave the consumption intensity estimated or null. */
function describeLostBorders(id: ReportedSourceId, { lostBorders: lost }: KnownStatus): string | null {
  if (id !== 'physical_flows' || lost.length === 0) return null
  return `No flow of the last day at the borders with ${lost.join(', ')}: the consumption intensity is estimated by commercial exchanges, or null.`
}

/** Publisher and licence of the newest values; the shipped values of a reference belong to its publisher too. */
function describeOrigin(
  id: ReportedSourceId,
  row: SourceStatusRow | undefined,
): Pick<SourceStatus, 'source' | 'licence'> {
  if (id === weatherSourceId) return { source: weatherPublisher.id, licence: weatherPublisher.licence }
  if (id === neighbourMixesSourceId)
    return { source: 'energy-charts', licence: publisherFacts['energy-charts'].licence }
  if (!isFeed(id)) return { source: referencePublishers[id].id, licence: referencePublishers[id].licence }
  const publisher = row?.publisher ?? null
  return { source: publisher, licence: publisher && publisherFacts[publisher].licence }
}

/** Whether a feed has values that are not too old to count, from any publisher. */
function hasCurrentValues(feed: FeedId, row: SourceStatusRow | undefined, now: Temporal.Instant): boolean {
  return row !== undefined && row.publisher !== null && computeAvailability(feed, toReceived(row), now) > 0
}

function toReceived({ newestSlotEnd, lastSuccessAt, publisher }: SourceStatusRow): Received {
  return { newestSlotEnd, lastSuccess: lastSuccessAt, publisher }
}

/** Failures of the datasets that give a feed in open mode: the datasets that stand in, else the first choice; 0 for a feed without an open publisher. */
function countOpenFailures(feed: FeedId, { rows, standIns }: KnownStatus): number {
  const standIn = standIns.get(feed)
  const [first] = listChoices(feed)
  const group = listChoices(feed).find((datasets) => datasets.some((dataset) => dataset === standIn)) ?? first
  return Math.max(0, ...(group ?? []).map((dataset) => rows.get(dataset)?.consecutiveFailures ?? 0))
}

/** When the next slot is due, or the next poll of a reference, of the weather or of the neighbours; null before anything was received. */
export function computeExpectedNext(id: ReportedSourceId, row: SourceStatusRow | undefined): string | null {
  if (isFeed(id)) {
    const due = findNextPublication(id, row === undefined ? neverReceived : toReceived(row))
    return due && isoSeconds(due)
  }
  const hours = pollHours[id] ?? pollHoursOfReferences
  return row?.lastSuccessAt ? isoSeconds(row.lastSuccessAt.add({ hours })) : null
}
