import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { minuteMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { Measurement } from '../definition/content.ts'
import { OperatorInstant, readPayload } from '../definition/operator-payload.ts'
import { readEach, readRecords } from '../definition/records.ts'
import type { Query } from '../definition/source.ts'
import { buildOpenCall, type Call, readJson } from '../definition/source.ts'
import { requireAskedDays, requireAskedPlace } from './asked.ts'

/** A series of an answer over its slots; null = absent. */
export type Series = { name: string; values: readonly (number | null)[] }

/** Content of an answer, the same for both versions of the interface. */
export type ChartAnswer = {
  /** Starts of the slots, ascending. */
  starts: readonly Temporal.Instant[]
  series: readonly Series[]
  /** As the answer names it, without blanks: `EUR/MWh`, `MW`, `GW`; null where version 1 fixes it in its documentation. */
  unit: string | null
  /** The last instant that the publisher has values of; null where it does not say. */
  availableUntil: Temporal.Instant | null
  /** Number of values and elements that could not be read, and the reasons. Unreadable values are left out; the others are stored. */
  unreadable: number
  reasons: readonly string[]
}

/** Values that are parsed one by one, so that an unreadable one does not discard the others. */
const Values = v.nullable(v.array(v.unknown()))
const NamedSeries = v.object({ name: v.string(), data: Values })
const OddSeries = v.nullish(v.array(v.unknown()))
/** Seconds since the epoch, before the year 5138. */
const UnixSeconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e11))

const FirstVersion = v.object({
  unix_seconds: v.array(UnixSeconds),
  unit: v.optional(v.string()),
  price: v.optional(Values),
  forecast_values: v.optional(Values),
  production_type: v.optional(v.string()),
  production_types: OddSeries,
  countries: OddSeries,
})

const SecondVersion = v.object({
  schema_version: v.literal('2.0'),
  country: v.nullish(v.string()),
  bidding_zone: v.nullish(v.string()),
  unit: v.nullish(v.string()),
  available_until: v.nullish(OperatorInstant),
  series: v.array(v.object({ id: v.string(), unit: v.nullish(v.string()) })),
  data: v.array(v.unknown()),
})
const DataPoint = v.object({ timestamp: OperatorInstant, values: v.record(v.string(), v.unknown()) })

/**
 * Reads an answer of either version. Slots follow from the instants in the answer, because the declared step has been wrong before.
 *
 * @param query the query that was sent; an answer of another place or with instants on other days is refused
 * @throws UpstreamError `unusable` when all lengths differ, instants do not ascend or lie on other days, members are missing, or no value is a number
 */
export function readChart(body: Uint8Array, query: Query = {}): ChartAnswer {
  const json = readJson({ body })
  const isSecond = typeof json === 'object' && json !== null && 'schema_version' in json
  const answer = isSecond
    ? readSecondVersion(readPayload(SecondVersion, json), query)
    : readFirstVersion(readPayload(FirstVersion, json))
  const { starts, series } = answer
  for (let at = 1; at < starts.length; at++) {
    const [before, start] = [starts[at - 1], starts[at]]
    if (before === undefined || start === undefined || Temporal.Instant.compare(before, start) >= 0) {
      throw new UpstreamError('unusable', `instants do not ascend at position ${at}`)
    }
  }
  requireAskedDays(starts, query)
  const isNumeric = series.some(({ values }) => values.some((value) => value !== null))
  if (answer.unreadable > 0 && !isNumeric) {
    throw new UpstreamError(
      'unusable',
      `payload is not in the agreed shape: no value is a number (${answer.reasons[0]})`,
    )
  }
  return leaveOutUneven(answer)
}

/**
 * An answer without the series of another length than the instants: nothing says to which slots their values belong.
 *
 * @throws UpstreamError `unusable` when no other series is left
 */
function leaveOutUneven(answer: ChartAnswer): ChartAnswer {
  const { length } = answer.starts
  const [even, uneven] = [
    answer.series.filter(({ values }) => values.length === length),
    answer.series.filter(({ values }) => values.length !== length),
  ]
  const reasons = uneven.map(({ name, values }) => `${name} has ${values.length} values for ${length} instants`)
  if (uneven.length > 0 && even.length === 0) throw new UpstreamError('unusable', reasons.join('; '))
  const unreadable = answer.unreadable + uneven.length * length
  return { ...answer, series: even, unreadable, reasons: [...answer.reasons, ...reasons] }
}

function readFirstVersion(payload: v.InferOutput<typeof FirstVersion>): ChartAnswer {
  const starts = payload.unix_seconds.map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000))
  const lists = readEach(NamedSeries, [...(payload.production_types ?? []), ...(payload.countries ?? [])])
  const named = [
    { name: 'price', data: payload.price },
    { name: payload.production_type ?? '', data: payload.forecast_values },
    ...lists.readable,
  ]
  const odd = { unreadable: lists.unreadable, reasons: lists.reasons }
  return {
    starts,
    // An array that is null as a whole has no value in any slot.
    series: named.flatMap(({ name, data }) =>
      data === undefined ? [] : [{ name, values: readNumbers(name, data ?? starts.map(() => null), odd) }],
    ),
    unit: removeBlanks(payload.unit),
    availableUntil: null,
    ...odd,
  }
}

function readSecondVersion(payload: v.InferOutput<typeof SecondVersion>, query: Query): ChartAnswer {
  requireAskedPlace(payload, query)
  const { data, series, unit, available_until } = payload
  const points = readRecords(DataPoint, data)
  const odd = { unreadable: points.unreadable, reasons: points.reasons }
  const named = series.map(({ id, unit: own }) => ({ id, own: removeBlanks(own) }))
  // Where the body names no unit, that of its first series counts.
  const bodyUnit = removeBlanks(unit) ?? named.find(({ own }) => own !== null && own !== '%')?.own ?? null
  const isOfBody = (own: string | null) => own === null || own === bodyUnit
  for (const { id, own } of named) {
    // Shares in per cent stand among the powers, with a unit of their own.
    if (isOfBody(own) || own === '%') continue
    odd.unreadable += points.readable.length
    odd.reasons.push(`${id}: unit ${own}, the others have ${bodyUnit}`)
  }
  return {
    starts: points.readable.map(({ timestamp }) => timestamp),
    series: named
      .filter(({ own }) => isOfBody(own))
      .map(({ id }) => ({
        name: id,
        values: readNumbers(
          id,
          points.readable.map(({ values }) => values[id] ?? null),
          odd,
        ),
      })),
    unit: bodyUnit,
    availableUntil: available_until ?? null,
    ...odd,
  }
}

/** Numbers of a series; a value that is none is absent and counted. */
function readNumbers(
  name: string,
  values: readonly unknown[],
  odd: { unreadable: number; reasons: string[] },
): (number | null)[] {
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  const others = values.filter((value) => value !== null && !isNumber(value))
  odd.unreadable += others.length
  if (others.length > 0) odd.reasons.push(`${name}: ${others.length} values are no numbers`)
  return values.map((value) => (isNumber(value) ? value : null))
}

/** A unit in one spelling, whatever its blanks and letter case: `EUR/MWh`. */
function removeBlanks(unit: string | null | undefined): string | null {
  const plain = unit?.replaceAll(/\s/g, '').replace('€', 'EUR') ?? null
  return knownUnits.find((known) => known.toLowerCase() === plain?.toLowerCase()) ?? plain
}
const knownUnits = ['EUR/MWh', 'MW', 'GW', '%']

/**
 * End of each slot, from the steps between the instants: an answer may go over from hours to quarter-hours. A step that neither of its neighbours has is a
 * gap after a shorter slot, not a long slot.
 */
export function findSlotEnds(starts: readonly Temporal.Instant[]): Temporal.Instant[] {
  const stepsMs = starts.slice(1).map((next, at) => next.epochMilliseconds - (starts[at] ?? next).epochMilliseconds)
  const lengthMs = (at: number): number => {
    // The last slot is as long as the slot before it; a single slot is a quarter-hour.
    if (at + 1 >= starts.length) return at === 0 ? quarterHourMs : lengthMs(at - 1)
    const [own = maxSlotMs, ...others] = [stepsMs[at], stepsMs[at - 1], stepsMs[at + 1]]
    const neighbours = others.filter((step) => step !== undefined)
    return Math.min(neighbours.includes(own) ? own : Math.min(own, ...neighbours), maxSlotMs)
  }
  return starts.map((start, at) => start.add({ milliseconds: lengthMs(at) }))
}
/** Longest slot of any answer, ms. */
const maxSlotMs = 60 * minuteMs

/**
 * A call for `[from, to)`, both in Unix seconds and on the hour: without an end the publisher gives today only, and its second version refuses other
 * instants.
 */
export function buildChartCall(
  path: string,
  query: Readonly<Record<string, string>>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Call {
  const seconds = (instant: Temporal.Instant) => String(Math.floor(instant.epochMilliseconds / 1_000))
  return buildOpenCall(path, { ...query, start: seconds(from), end: seconds(to) })
}

/** Checks the unit of an answer. @throws UpstreamError `unusable` when it is another */
export function requireUnit({ unit }: ChartAnswer, expected: string): void {
  if (unit !== null && unit !== expected) throw new UpstreamError('unusable', `unit ${unit}, expected ${expected}`)
}

/** A value of each slot as a measurement of one series; an absent one gives none. */
export function toMeasurements({ starts }: ChartAnswer, values: Series['values'], series: string): Measurement[] {
  const ends = findSlotEnds(starts)
  return starts.flatMap((slotStart, at): Measurement[] => {
    const [slotEnd, value] = [ends[at], values[at] ?? null]
    return slotEnd === undefined || value === null ? [] : [{ series, slotStart, slotEnd, value, updatedAt: null }]
  })
}

/** Name of a series in one spelling for both versions: lower case, with underscores for blanks, hyphens and slashes. */
export function toSeriesName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s/-]+/g, '_')
}

/** MW of a power in GW, exact to the kilowatt: 1.001 times 1 000 is not 1 001. */
export function toMegawatts(powerGw: number): number {
  return roundHalfAwayFromZero(powerGw * 1_000, 3)
}
