import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { SlotSubject } from '../generator/slot-subjects.ts'
import type { Series, Slot } from '../subjects/slots.ts'
import type { Fault, FaultOf } from './fault.ts'

/** Power of the unknown production type, MW. */
const unknownTypeMw = 100
const excessiveNuclearMw = 110_000
/** Subjects whose blocks hold several series under one publication date. */
const datedBlocks: ReadonlySet<SlotSubject> = new Set(['consumption_weekly', 'power_exchanges'])

type FaultContext = { subject: SlotSubject; now: Temporal.Instant }

/** Applies in order every fault that adds, removes or changes slots. */
export function applySeriesFaults(
  faults: readonly Fault[],
  series: readonly Series[],
  context: FaultContext,
): Series[] {
  return faults.reduce<Series[]>((changed, fault) => applySeriesFault(fault, changed, context), [...series])
}

function applySeriesFault(fault: Fault, series: Series[], context: FaultContext): Series[] {
  switch (fault.kind) {
    case 'absent_slots':
      return series.map((one) => removeSlots(one, fault, context.now))
    case 'duplicate_slots':
      return series.map(({ key, slots }) => ({ key, slots: disorder(slots.flatMap(duplicateSlot)) }))
    case 'revised_slots':
      return revise(series, fault, context)
    case 'unknown_production_type':
      return addUnknownType(series, context.subject)
    case 'nuclear_zero':
      return changeNuclear(series, 0, fault.newestSlots)
    case 'nuclear_110gw':
      return changeNuclear(series, excessiveNuclearMw, fault.newestSlots)
    default:
      return series
  }
}

/** Whether a part of the series key (type, subtype, family or area) is the name. */
function isPartOf(key: string, name: string): boolean {
  return key.split(/[/>]/).includes(name)
}

/**
 * The revision replaces all earlier issues, so each slot is served once. Where several series share the publication date of a
 * block, all of them are republished.
 */
function revise(series: readonly Series[], fault: FaultOf<'revised_slots'>, { subject, now }: FaultContext): Series[] {
  const isConcerned = (key: string): boolean => isPartOf(key, fault.productionType)
  const isPublished = (key: string): boolean => isConcerned(key) || datedBlocks.has(subject)
  const republished = series.map((one) => (isPublished(one.key) ? publishAgain(one, now.epochMilliseconds) : one))
  return changeValues(republished, isConcerned, (slot) => ({ ...slot, value: slot.value * fault.factor }))
}

function publishAgain({ key, slots }: Series, nowEpochMs: number): Series {
  const newest = selectNewestIssues(slots)
  return {
    key,
    slots: newest.map((slot) => ({
      ...slot,
      publishedEpochMs: Math.max(slot.publishedEpochMs + minuteMs, nowEpochMs),
    })),
  }
}

/** Each slot in its newest issue. */
function selectNewestIssues(slots: readonly Slot[]): Slot[] {
  const byStart = new Map<number, Slot>()
  for (const slot of slots) {
    const known = byStart.get(slot.startEpochMs)
    if (known === undefined || known.publishedEpochMs <= slot.publishedEpochMs) byStart.set(slot.startEpochMs, slot)
  }
  return [...byStart.values()]
}

function removeSlots(series: Series, fault: FaultOf<'absent_slots'>, now: Temporal.Instant): Series {
  if (fault.productionType !== undefined && !isPartOf(series.key, fault.productionType)) return series
  const limit = now.epochMilliseconds - (fault.newerThanHours ?? Number.POSITIVE_INFINITY) * hourMs
  return { key: series.key, slots: series.slots.filter((slot) => slot.startEpochMs < limit) }
}

function duplicateSlot(slot: Slot): Slot[] {
  const stale = { ...slot, value: slot.value + 777, publishedEpochMs: slot.publishedEpochMs - 30 * minuteMs }
  return [slot, stale]
}

function addUnknownType(series: Series[], subject: SlotSubject): Series[] {
  const pattern = series.find(({ key }) => isPartOf(key, 'NUCLEAR')) ?? series[0]
  if (pattern === undefined) return series
  const added: Series = {
    key: subject === 'generation_by_type' ? 'FUSION' : 'FUSION/TOTAL',
    slots: pattern.slots.map((slot) => ({ ...slot, value: 0 })),
  }
  return changeValues(
    [...series, added],
    (key) => key === added.key,
    (slot) => ({ ...slot, value: unknownTypeMw }),
  )
}

function changeNuclear(series: Series[], powerMw: number, newestSlots: number): Series[] {
  const nuclear = series.filter(({ key }) => isPartOf(key, 'NUCLEAR')).flatMap(({ slots }) => slots)
  const starts = [...new Set(nuclear.map((slot) => slot.startEpochMs))].sort((a, b) => b - a)
  const newest = new Set(starts.slice(0, newestSlots))
  return changeValues(
    series,
    (key) => isPartOf(key, 'NUCLEAR'),
    (slot) => (newest.has(slot.startEpochMs) ? { ...slot, value: powerMw } : slot),
  )
}

/** Changes the slots of some series, and `TOTAL` by the same amount so that the sum stays consistent. */
function changeValues(
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
  return changed.map((one) => (one.key === 'TOTAL' ? shiftValues(one, deltaMwByStart) : one))
}

function shiftValues({ key, slots }: Series, deltaMwByStart: ReadonlyMap<number, number>): Series {
  return {
    key,
    slots: slots.map((slot) => ({ ...slot, value: slot.value + (deltaMwByStart.get(slot.startEpochMs) ?? 0) })),
  }
}

/** A deterministic disorder: the odd positions backwards, then the even ones. */
export function disorder<Item>(items: readonly Item[]): Item[] {
  const odd = items.filter((_, index) => index % 2 === 1)
  return [...odd.reverse(), ...items.filter((_, index) => index % 2 === 0)]
}
