import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { Series, Slot, SlotSubject } from '../subjects/slots.ts'
import type { Fault, FaultOf } from './fault.ts'

/** Power of the type that nobody has heard of, MW. */
const unknownTypeMw = 100
const excessiveNuclearMw = 110_000
/** Subjects whose series stand side by side in blocks with one date of publication. */
const datedBlocks: ReadonlySet<SlotSubject> = new Set(['consumption_weekly', 'power_exchanges'])

type BendContext = { subject: SlotSubject; now: Temporal.Instant }

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
      return revised(series, fault, context)
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

/** Whether one part of a series' key is the name: its type or subtype, its family, or the area on one side of it. */
function belongsTo(key: string, name: string): boolean {
  return key.split(/[/>]/).includes(name)
}

/**
 * The revision takes the place of every issue before it: what was issued several times is served once. Where one date stands
 * on the block of several series, all of them are published again.
 */
function revised(series: readonly Series[], fault: FaultOf<'revised_slots'>, { subject, now }: BendContext): Series[] {
  const isConcerned = (key: string): boolean => belongsTo(key, fault.productionType)
  const isPublished = (key: string): boolean => isConcerned(key) || datedBlocks.has(subject)
  const republished = series.map((one) => (isPublished(one.key) ? publishedAgain(one, now.epochMilliseconds) : one))
  return revalued(republished, isConcerned, (slot) => ({ ...slot, value: slot.value * fault.factor }))
}

function publishedAgain({ key, slots }: Series, nowEpochMs: number): Series {
  const newest = newestIssues(slots)
  return {
    key,
    slots: newest.map((slot) => ({
      ...slot,
      publishedEpochMs: Math.max(slot.publishedEpochMs + minuteMs, nowEpochMs),
    })),
  }
}

/** The slots by their start, each in its newest issue. */
function newestIssues(slots: readonly Slot[]): Slot[] {
  const byStart = new Map<number, Slot>()
  for (const slot of slots) {
    const known = byStart.get(slot.startEpochMs)
    if (known === undefined || known.publishedEpochMs <= slot.publishedEpochMs) byStart.set(slot.startEpochMs, slot)
  }
  return [...byStart.values()]
}

function withoutSlots(series: Series, fault: FaultOf<'absent_slots'>, now: Temporal.Instant): Series {
  if (fault.productionType !== undefined && !belongsTo(series.key, fault.productionType)) return series
  const limit = now.epochMilliseconds - (fault.newerThanHours ?? Number.POSITIVE_INFINITY) * hourMs
  return { key: series.key, slots: series.slots.filter((slot) => slot.startEpochMs < limit) }
}

function staleAndFresh(slot: Slot): Slot[] {
  const stale = { ...slot, value: slot.value + 777, publishedEpochMs: slot.publishedEpochMs - 30 * minuteMs }
  return [slot, stale]
}

/** The same disorder every time: odd positions backwards, then even ones. */
function shuffled(slots: readonly Slot[]): Slot[] {
  const odd = slots.filter((_, index) => index % 2 === 1)
  return [...odd.reverse(), ...slots.filter((_, index) => index % 2 === 0)]
}

function withUnknownType(series: Series[], subject: SlotSubject): Series[] {
  const pattern = series.find(({ key }) => belongsTo(key, 'NUCLEAR')) ?? series[0]
  if (pattern === undefined) return series
  const added: Series = {
    key: subject === 'generation_by_type' ? 'FUSION' : 'FUSION/TOTAL',
    slots: pattern.slots.map((slot) => ({ ...slot, value: 0 })),
  }
  return revalued(
    [...series, added],
    (key) => key === added.key,
    (slot) => ({ ...slot, value: unknownTypeMw }),
  )
}

function withNuclear(series: Series[], powerMw: number, newestSlots: number): Series[] {
  const nuclear = series.filter(({ key }) => belongsTo(key, 'NUCLEAR')).flatMap(({ slots }) => slots)
  const starts = [...new Set(nuclear.map((slot) => slot.startEpochMs))].sort((a, b) => b - a)
  const newest = new Set(starts.slice(0, newestSlots))
  return revalued(
    series,
    (key) => belongsTo(key, 'NUCLEAR'),
    (slot) => (newest.has(slot.startEpochMs) ? { ...slot, value: powerMw } : slot),
  )
}

/** Changes the slots of some series, and the operator's grand `TOTAL` by as much: its sum stays consistent. */
function revalued(
  series: readonly Series[],
  concerns: (key: string) => boolean,
  change: (slot: Slot) => Slot,
): Series[] {
  const changed = series.map((one) => (concerns(one.key) ? { key: one.key, slots: one.slots.map(change) } : one))
  const deltaMwByStart = new Map<number, number>()
  series.forEach(({ slots }, index) => {
    slots.forEach((slot, position) => {
      const after = changed[index]?.slots[position]?.value ?? slot.value
      const known = deltaMwByStart.get(slot.startEpochMs) ?? 0
      deltaMwByStart.set(slot.startEpochMs, known + after - slot.value)
    })
  })
  return changed.map((one) => (one.key === 'TOTAL' ? shifted(one, deltaMwByStart) : one))
}

function shifted({ key, slots }: Series, deltaMwByStart: ReadonlyMap<number, number>): Series {
  return {
    key,
    slots: slots.map((slot) => ({ ...slot, value: slot.value + (deltaMwByStart.get(slot.startEpochMs) ?? 0) })),
  }
}

/** The same disorder every time: odd positions backwards, then even ones. */
export function outOfOrder<Item>(items: readonly Item[]): Item[] {
  const odd = items.filter((_, index) => index % 2 === 1)
  return [...odd.reverse(), ...items.filter((_, index) => index % 2 === 0)]
}
