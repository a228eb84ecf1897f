import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { Series, Slot } from '../subjects/grid-source.ts'
import type { Fault, FaultOf } from './fault.ts'
import { revalued } from './revalued-series.ts'

/** Power of the type that nobody has heard of, MW. */
const unknownTypeMw = 100
const excessiveNuclearMw = 110_000

export type BendContext = { subject: FeedId; now: Temporal.Instant }

/** Applies, in the order given, every fault that changes which slots there are or what they hold. */
export function bendSeries(faults: readonly Fault[], series: readonly Series[], context: BendContext): Series[] {
  return faults.reduce<Series[]>((bent, fault) => bendBy(fault, bent, context), [...series])
}

function bendBy(fault: Fault, series: Series[], context: BendContext): Series[] {
  switch (fault.kind) {
    case 'absent_slots':
      return series.map((one) => withoutSlots(one, fault, context.now))
    case 'duplicate_slots':
      return series.map(({ key, slots }) => ({ key, slots: shuffled(slots.flatMap(staleAndFresh)) }))
    case 'revised_slots':
      return revalued(
        series,
        (key) => belongsTo(key, fault.productionType),
        (slot) => ({
          ...slot,
          powerMw: slot.powerMw * fault.factor,
          publishedEpochMs: Math.max(slot.publishedEpochMs + minuteMs, context.now.epochMilliseconds),
        }),
      )
    case 'unknown_production_type':
      return withUnknownType(series, context.subject)
    case 'nuclear_zero':
      return withNuclear(series, 0, fault.newestSlots)
    case 'nuclear_110gw':
      return withNuclear(series, excessiveNuclearMw, fault.newestSlots)
    default:
      return series
  }
}

/** Whether a series is of a production type (any subtype), or on one side of it is the area. */
function belongsTo(key: string, productionType: string): boolean {
  return key.split('/', 1)[0] === productionType || key.split('>').includes(productionType)
}

function withoutSlots(series: Series, fault: FaultOf<'absent_slots'>, now: Temporal.Instant): Series {
  if (fault.productionType !== undefined && !belongsTo(series.key, fault.productionType)) return series
  const limit = now.epochMilliseconds - (fault.newerThanHours ?? Number.POSITIVE_INFINITY) * hourMs
  return { key: series.key, slots: series.slots.filter((slot) => slot.startEpochMs < limit) }
}

function staleAndFresh(slot: Slot): Slot[] {
  const stale = { ...slot, powerMw: slot.powerMw + 777, publishedEpochMs: slot.publishedEpochMs - 30 * minuteMs }
  return [slot, stale]
}

/** The same disorder every time: odd positions backwards, then even ones. */
function shuffled(slots: readonly Slot[]): Slot[] {
  const odd = slots.filter((_, index) => index % 2 === 1)
  return [...odd.reverse(), ...slots.filter((_, index) => index % 2 === 0)]
}

function withUnknownType(series: Series[], subject: FeedId): Series[] {
  const pattern = series.find(({ key }) => belongsTo(key, 'NUCLEAR')) ?? series[0]
  if (pattern === undefined) return series
  const added: Series = {
    key: subject === 'generation_by_type' ? 'FUSION' : 'FUSION/TOTAL',
    slots: pattern.slots.map((slot) => ({ ...slot, powerMw: 0 })),
  }
  return revalued(
    [...series, added],
    (key) => key === added.key,
    (slot) => ({ ...slot, powerMw: unknownTypeMw }),
  )
}

function withNuclear(series: Series[], powerMw: number, newestSlots: number): Series[] {
  const nuclear = series.filter(({ key }) => belongsTo(key, 'NUCLEAR')).flatMap(({ slots }) => slots)
  const starts = [...new Set(nuclear.map((slot) => slot.startEpochMs))].sort((a, b) => b - a)
  const newest = new Set(starts.slice(0, newestSlots))
  return revalued(
    series,
    (key) => belongsTo(key, 'NUCLEAR'),
    (slot) => (newest.has(slot.startEpochMs) ? { ...slot, powerMw } : slot),
  )
}
