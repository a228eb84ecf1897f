import { minuteMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { readPayload } from '../../feeds/definition/operator-payload.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { type DatasetCall, jsonOf } from '../definition/dataset.ts'

/** A series of an answer over its slots; null = absent. */
export type Series = { name: string; values: readonly (number | null)[] }

/** What an answer holds, whichever version of the interface gave it. */
export type ChartAnswer = {
  /** Starts of the slots, ascending. */
  starts: readonly Temporal.Instant[]
  series: readonly Series[]
  /** As the answer names it, without blanks: `EUR/MWh`, `MW`, `GW`; null where version 1 fixes it in its documentation. */
  unit: string | null
  /** The last instant that the publisher has values of; null where it does not say. */
  availableUntil: Temporal.Instant | null
}

const Values = v.nullish(v.array(v.nullable(v.number())), null)
const NamedSeries = v.object({ name: v.string(), data: Values })

const FirstVersion = v.object({
  unix_seconds: v.array(v.number()),
  unit: v.optional(v.string()),
  price: Values,
  forecast_values: Values,
  production_type: v.optional(v.string()),
  production_types: v.nullish(v.array(NamedSeries)),
  countries: v.nullish(v.array(NamedSeries)),
})

const SecondVersion = v.object({
  schema_version: v.literal('2.0'),
  unit: v.optional(v.string()),
  available_until: v.nullish(v.string()),
  series: v.array(v.object({ id: v.string(), unit: v.optional(v.string()) })),
  data: v.array(v.object({ timestamp: v.string(), values: v.record(v.string(), v.nullable(v.number())) })),
})

/**
 * Reads an answer of either version. Slots are those of the answer's own instants: the step that it declares has been seen to be wrong.
 *
 * @throws UpstreamError `unusable` when lengths differ, instants do not ascend, or members are missing
 */
export function readChart(body: Uint8Array): ChartAnswer {
  const json = jsonOf(body)
  const isSecond = typeof json === 'object' && json !== null && 'schema_version' in json
  const answer = isSecond
    ? secondVersion(readPayload(SecondVersion, json))
    : firstVersion(readPayload(FirstVersion, json))
  const { starts, series } = answer
  for (let at = 1; at < starts.length; at++) {
    const [before, start] = [starts[at - 1], starts[at]]
    if (before === undefined || start === undefined || Temporal.Instant.compare(before, start) >= 0) {
      throw new UpstreamError('unusable', `instants do not ascend at position ${at}`)
    }
  }
  const uneven = series.find(({ values }) => values.length !== starts.length)
  if (uneven !== undefined) {
    throw new UpstreamError(
      'unusable',
      `${uneven.name} has ${uneven.values.length} values for ${starts.length} instants`,
    )
  }
  return answer
}

function firstVersion(payload: v.InferOutput<typeof FirstVersion>): ChartAnswer {
  const starts = payload.unix_seconds.map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000))
  const named = [
    { name: 'price', data: payload.price },
    { name: payload.production_type ?? '', data: payload.forecast_values },
    ...(payload.production_types ?? []),
    ...(payload.countries ?? []),
  ]
  return {
    starts,
    series: named.flatMap(({ name, data }) => (data === null ? [] : [{ name, values: data }])),
    unit: payload.unit?.replaceAll(' ', '') ?? null,
    availableUntil: null,
  }
}

function secondVersion({ data, series, unit, available_until }: v.InferOutput<typeof SecondVersion>): ChartAnswer {
  return {
    starts: data.map(({ timestamp }) => Temporal.Instant.from(timestamp)),
    // Shares in per cent stand among the powers.
    series: series
      .filter((one) => one.unit !== '%')
      .map(({ id }) => ({ name: id, values: data.map(({ values }) => values[id] ?? null) })),
    unit: unit?.replaceAll(' ', '') ?? null,
    availableUntil: available_until == null ? null : Temporal.Instant.from(available_until),
  }
}

/** End of each slot: the next instant, and for the last one the step before it; at most an hour, because a gap is no long slot. */
export function slotEnds(starts: readonly Temporal.Instant[]): Temporal.Instant[] {
  const lengthsMs = starts.map((start, at) => {
    const [next, before] = [starts[at + 1], starts[at - 1]]
    if (next !== undefined) return next.epochMilliseconds - start.epochMilliseconds
    return before === undefined ? 15 * minuteMs : start.epochMilliseconds - before.epochMilliseconds
  })
  const stepMs = Math.min(...lengthsMs, 60 * minuteMs)
  return starts.map((start, at) => {
    const lengthMs = lengthsMs[at] ?? stepMs
    return start.add({ milliseconds: lengthMs > 60 * minuteMs ? stepMs : lengthMs })
  })
}

/** A call for `[from, to)`, both in Unix seconds: without an end the publisher gives today only. */
export function chartCall(
  path: string,
  query: Readonly<Record<string, string>>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): DatasetCall {
  const seconds = (instant: Temporal.Instant) => String(Math.floor(instant.epochMilliseconds / 1_000))
  return { path, query: { ...query, start: seconds(from), end: seconds(to.subtract({ seconds: 1 })) } }
}

/** Checks the unit of an answer. @throws UpstreamError `unusable` when it is another */
export function requireUnit({ unit }: ChartAnswer, expected: string): void {
  if (unit !== null && unit !== expected) throw new UpstreamError('unusable', `unit ${unit}, expected ${expected}`)
}
