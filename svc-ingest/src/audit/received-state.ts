import { neverReceived, type Received } from '@hexawatt/shared/grid/feed-calendar'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { computeAvailability } from '@hexawatt/shared/methodology/availability'
import type { AsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { cachedDaysAhead, cachedDaysBack } from '../inputs/feed-history-cache.ts'
import { readNewestVersion, readSetAside, readSlotEnds } from './archive-store.ts'
import { describeValueKind, listGivenValues, readKnownValues } from './archived-values.ts'
import { auditVersions } from './audit-versions.ts'
import { type AuditDeps, listFaults } from './payload-reader.ts'

type ReceivedState = { received: Record<FeedId, Received>; notes: string[]; findings: string[] }

/** The received state of a feed that gives its recorded availability. */
type Explained = { received: Received; note?: string; findings: string[] }

/**
 * Received state of each feed. The end of the newest slot comes from its payload and must give the availability that the
 * point records. A lower recorded availability is accepted when an earlier slot gives it: an incomplete poll counts as not received. No
 * payload says when a feed without a calendar was last fetched: there the recorded availability is accepted.
 *
 * @param phiByFeed availabilities that the point records, 0–1
 */
export async function readReceivedState(
  deps: AuditDeps,
  phiByFeed: Readonly<Partial<Record<FeedId, number>>>,
  rule: AsOfRule,
  at: Temporal.Instant,
): Promise<ReceivedState> {
  const explained: [FeedId, Explained][] = []
  for (const feed of feedIds) explained.push([feed, await explainReceived(deps, feed, phiByFeed[feed] ?? 0, rule, at)])
  return {
    received: Object.fromEntries(
      explained.map(([feed, { received }]) => [feed, received]),
    ) as ReceivedState['received'],
    notes: explained.flatMap(([, { note }]) => note ?? []),
    findings: explained.flatMap(([, { findings }]) => findings),
  }
}

/** Days before a backfilled point that are searched for its newest slot, one after the other: first a quarter of a day, last as far as the fill. */
const lookBackDays = [0.25, 2, cachedDaysBack] as const

async function explainReceived(
  deps: AuditDeps,
  feed: FeedId,
  phi: number,
  rule: AsOfRule,
  at: Temporal.Instant,
): Promise<Explained> {
  if (feedFacts[feed].publication.kind === 'poll') return { received: computeLastFetch(feed, phi, at), findings: [] }
  const newest = await findNewestSlotEnd(deps, feed, rule, at)
  const { received } = newest
  const given = computeAvailability(feed, received, at)
  if (given === phi) return { received, findings: newest.findings }
  const earlier = phi < given ? await readEarlierEnd(deps, feed, phi, rule, at) : null
  if (earlier === null) {
    return { received, findings: [...newest.findings, `${feed} is recorded with φ ${phi}, payloads give ${given}`] }
  }
  const note = `${feed} counts with φ ${phi}: slots that would give ${given} were stored, by a poll that broke off or a backfill`
  return { received: earlier, note, findings: newest.findings }
}

type NewestEnd = { received: Received; findings: string[] }

function findNewestSlotEnd(deps: AuditDeps, feed: FeedId, rule: AsOfRule, at: Temporal.Instant): Promise<NewestEnd> {
  return rule.kind === 'live' ? readNewestReceivedEnd(deps, feed, rule) : readNewestDueEnd(deps, feed, rule, at)
}

async function readNewestReceivedEnd(
  { sql, payloads }: AuditDeps,
  feed: FeedId,
  { until }: AsOfRule,
): Promise<NewestEnd> {
  const newest = await readNewestVersion(sql, feed, feedFacts[feed].freshSeries ?? null, until)
  if (newest === null) return { received: neverReceived, findings: [] }
  const readings = await payloads.read(feed, [newest.payloadId])
  const reading = readings.get(newest.payloadId)
  const faults = listFaults(readings, [newest])
  const { series, slotStart } = newest
  const slot = { feed, series: [series], from: slotStart, to: slotStart.add({ milliseconds: 1 }) }
  const { versions, findings } = auditVersions(
    describeValueKind(feed),
    [newest],
    (event) => listGivenValues(feed, reading, slot, event, [newest]),
    { isSetAside: await readSetAside(sql, slot, until) },
  )
  return { received: buildReceived(versions[0]), findings: [...faults, ...findings] }
}

/** The newest row may not have been due yet: the slots around the instant are searched. */
async function readNewestDueEnd(
  deps: AuditDeps,
  feed: FeedId,
  rule: AsOfRule,
  at: Temporal.Instant,
): Promise<NewestEnd> {
  const { freshSeries } = feedFacts[feed]
  const findings: string[] = []
  for (const daysBack of lookBackDays) {
    const from = at.subtract({ hours: 24 * daysBack })
    const span = { feed, from, to: findUtcDayEnd(at).add({ hours: 24 * cachedDaysAhead }) }
    const known = await readKnownValues(deps, freshSeries === undefined ? span : { ...span, series: freshSeries }, rule)
    findings.push(...known.findings)
    const newest = known.values.at(-1)
    if (newest !== undefined) return { received: buildReceived(newest), findings }
  }
  return { received: neverReceived, findings }
}

/** The state in which a version is the newest of its feed. */
function buildReceived(newest: { slotEnd: Temporal.Instant; publisher: PublisherId } | undefined): Received {
  if (newest === undefined) return neverReceived
  return { newestSlotEnd: newest.slotEnd, lastSuccess: null, publisher: newest.publisher }
}

const findUtcDayEnd = (at: Temporal.Instant): Temporal.Instant =>
  at.toZonedDateTimeISO('UTC').startOfDay().add({ days: 1 }).toInstant()

/** The state of an earlier moment that gives an availability; null when none does. */
async function readEarlierEnd(
  { sql }: AuditDeps,
  feed: FeedId,
  phi: number,
  { until }: AsOfRule,
  at: Temporal.Instant,
): Promise<Received | null> {
  if (phi === 0) return neverReceived
  const ends = await readSlotEnds(sql, feed, feedFacts[feed].freshSeries ?? null, until)
  return ends.map(buildReceived).find((received) => computeAvailability(feed, received, at) === phi) ?? null
}

/** When a feed without a calendar was last fetched, given its availability `phi`: {@link computeAvailability} solved for the time. */
function computeLastFetch(feed: FeedId, phi: number, at: Temporal.Instant): Received {
  const { publication, toleranceMinutes } = feedFacts[feed]
  if (phi === 0 || publication.kind !== 'poll' || toleranceMinutes === null) return neverReceived
  if (phi === 1) return { ...neverReceived, lastSuccess: at }
  const ageMinutes = 4 * toleranceMinutes - phi * 3 * toleranceMinutes
  const agoMs = Math.round((ageMinutes + publication.everyMinutes) * minuteMs)
  return { ...neverReceived, lastSuccess: at.subtract({ milliseconds: agoMs }) }
}
