import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { type PublisherId, publisherIds } from '@hexawatt/shared/grid/publishers'
import { type Measurement, type Nature, natures } from '../sources/definition/content.ts'

/** Publisher of a value, and how final the value is. */
export type Origin = { publisher: PublisherId; nature: Nature | null }

/** The newest version of a stored value of a slot for which another publisher has sent a value. */
export type HeldValue = Origin & { series: string; slotStart: Temporal.Instant; value: number }

/** Feeds whose series are added up: one origin must give all of a slot, else a type would be counted twice or not at all. */
const summedFeeds: ReadonlySet<FeedId> = new Set([
  'generation_by_type',
  'generation_mix_15min',
  'physical_flows',
  'exchange_schedules',
])

/** A value that two publishers give differently by more than both bounds is reported. */
const [disagreementMw, disagreementShare] = [500, 0.2]
/** Up to the greater of these two publishers agree: nothing is recomputed. */
const [agreementMw, agreementShare] = [2, 0.01]
/** The auction has one result: prices agree to the cent. */
const agreementEurPerMwh = 0.01

/** A value that two origins give very differently; the one of the higher rank stays or is stored. */
export type Disagreement = { series: string; slotStart: Temporal.Instant; incoming: number; held: HeldValue }

/** Decision about the values of one payload. */
export type Arbitration = {
  accepted: Measurement[]
  /** Values of slots that a better origin holds; their payload stays in the archive. */
  outranked: number
  disagreements: Disagreement[]
  /** Accepted values that change nothing worth a recomputation. */
  agreeing: ReadonlySet<Measurement>
}

/**
 * Decides between publishers (one origin for each slot of a summed feed, for each value elsewhere): the higher rank holds. In a summed feed an origin
 * takes a slot only with every series that the slot has, and a lower one only with more than that, because the slot was incomplete.
 *
 * @param held newest stored values of the slots in which another origin has values
 */
export function arbitrate(
  feed: FeedId,
  publisher: PublisherId,
  incoming: readonly Measurement[],
  held: readonly HeldValue[],
): Arbitration {
  const heldByKey = new Map(held.map((value) => [buildKey(value), value]))
  const heldByWhole = Map.groupBy(held, (value) => nameWhole(feed, value))
  const incomingByWhole = Map.groupBy(incoming, (value) => nameWhole(feed, value))
  const takenWholes = new Map(
    [...incomingByWhole].map(([whole, ofWhole]) => [
      whole,
      canTakeSlot(publisher, ofWhole, heldByWhole.get(whole) ?? []),
    ]),
  )
  const result = { accepted: [] as Measurement[], outranked: 0, disagreements: [] as Disagreement[] }
  const agreeing = new Set<Measurement>()
  for (const measurement of incoming) {
    const before = heldByKey.get(buildKey(measurement))
    const isTaken = summedFeeds.has(feed)
      ? takenWholes.get(nameWhole(feed, measurement))
      : before === undefined || rank(readOrigin(publisher, measurement)) >= rank(before)
    if (isTaken) result.accepted.push(measurement)
    else result.outranked++
    if (before === undefined || isSameOrigin(readOrigin(publisher, measurement), before)) continue
    const difference = Math.abs(measurement.value - before.value)
    // A correction by the publisher itself is never too small to matter.
    const agreement = before.publisher === publisher ? 0 : findAgreement(feed, before.value)
    if (isTaken && difference <= agreement) agreeing.add(measurement)
    if (before.publisher !== publisher && difference > findDisagreement(feed, before.value)) {
      result.disagreements.push({ ...measurement, incoming: measurement.value, held: before })
    }
  }
  return { ...result, agreeing }
}

/**
 * Name of the unit that one publisher must give as a whole: the slot of a summed feed. Exchanges of one kind (`DA/…`, `TOTAL/…`) are added up with each other only: publishers of
 * different kinds do not compete.
 */
export function nameWhole(
  feed: FeedId,
  { series, slotStart }: { series: string; slotStart: Temporal.Instant },
): string {
  const kind = feed === 'exchange_schedules' ? series.split('/', 1)[0] : ''
  return `${kind} ${slotStart.epochMilliseconds}`
}

/** Position of an origin: the greater one holds. */
function rank({ publisher, nature }: Origin): number {
  const ofNature = nature === null ? 0 : natures.indexOf(nature) + 1
  return (publisherIds.length - publisherIds.indexOf(publisher)) * (natures.length + 1) + ofNature
}

function readOrigin(publisher: PublisherId, { nature }: Measurement): Origin {
  return { publisher, nature: nature ?? null }
}

function canTakeSlot(publisher: PublisherId, incoming: readonly Measurement[], held: readonly HeldValue[]): boolean {
  if (held.length === 0) return true
  const own = Math.max(...incoming.map((measurement) => rank(readOrigin(publisher, measurement))))
  const holder = Math.max(...held.map(rank))
  if (own === holder) return true
  const series = new Set(incoming.map((measurement) => measurement.series))
  if (!held.every((value) => series.has(value.series))) return false
  return own > holder || series.size > held.length
}

function isSameOrigin(a: Origin, b: Origin): boolean {
  return a.publisher === b.publisher && a.nature === b.nature
}

function findDisagreement(feed: FeedId, value: number): number {
  if (feed === 'power_exchanges') return agreementEurPerMwh
  return feed === 'tariff_calendar' ? 0 : Math.max(disagreementMw, disagreementShare * Math.abs(value))
}

/** Difference up to which another publisher's value agrees with a stored one, in the unit of the feed. */
export function findAgreement(feed: FeedId, value: number): number {
  if (feed === 'power_exchanges') return agreementEurPerMwh
  return feed === 'tariff_calendar' ? 0 : Math.max(agreementMw, agreementShare * Math.abs(value))
}

function buildKey({ series, slotStart }: { series: string; slotStart: Temporal.Instant }): string {
  return `${series} ${slotStart.epochMilliseconds}`
}
