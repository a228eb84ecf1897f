import * as v from 'valibot'
import { type Publisher, publishers } from '../subjects/publishers.ts'
import { Delay, newestSlots, place } from './fault-place.ts'

const Column = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const Hours = v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))
const Seconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(40 * 86_400))

/** Failures of the publishers of open data. */
export const openFaults = [
  /** The wall of a portal: an HTML page with status 200. */
  v.object({ kind: v.literal('html_200'), ...place }),
  /** 404: at Energy-Charts "no data yet", elsewhere a moved file. */
  v.object({ kind: v.literal('not_found_404'), ...place }),
  /** The second half of the body follows after a pause. */
  v.object({ kind: v.literal('slow_body'), ...place, delayMs: Delay }),
  /** The connection closes without an answer. */
  v.object({ kind: v.literal('no_answer'), ...place }),
  /** 429 with `errorcode` 10002 and the time at which the quota is renewed. */
  v.object({ kind: v.literal('quota_exhausted'), ...place, resetInSeconds: v.optional(Seconds, 3_600) }),
  /** The headers say that this many calls of the quota remain. */
  v.object({
    kind: v.literal('quota_low'),
    ...place,
    remaining: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(50_000)),
  }),
  /** One call per period; a call too early is 429, and every further one doubles the wait. */
  v.object({
    kind: v.literal('token_bucket'),
    ...place,
    refillMs: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3_600_000)), 7_500),
  }),
  /** A column (or member of a body) has another name; a query that names the old one is refused. */
  v.object({ kind: v.literal('renamed_column'), ...place, column: Column }),
  v.object({ kind: v.literal('absent_column'), ...place, column: Column }),
  /** Numbers are texts, with a decimal comma. */
  v.object({ kind: v.literal('text_numbers'), ...place }),
  /** Rows have forecasts only: since some hours, or since the month began. */
  v.object({ kind: v.literal('stale_rows'), ...place, newerThanHours: v.optional(Hours) }),
  /** The day without 02:00 to 03:00 has rows of that hour, with the instants of the following hour. */
  v.object({ kind: v.literal('ghost_rows'), ...place }),
  /** `pompage` and both battery columns of the newest rows have the other sign. */
  v.object({ kind: v.literal('wrong_signs'), ...place, newestSlots: newestSlots() }),
  /** The newest rows do not balance: `ech_physiques` is off. */
  v.object({
    kind: v.literal('residual_row'),
    ...place,
    residualMw: v.optional(v.pipe(v.number(), v.finite()), 900),
    newestSlots: newestSlots(),
  }),
  /** `taux_co2` of the newest rows is off, g/kWh. */
  v.object({
    kind: v.literal('wrong_co2_rate'),
    ...place,
    offsetG: v.optional(v.pipe(v.number(), v.integer()), 5),
    newestSlots: newestSlots(),
  }),
  /** Bodies announce the end of the endpoint. */
  v.object({ kind: v.literal('deprecated'), ...place }),
  /** A body of the second version declares another step than that of its rows. */
  v.object({
    kind: v.literal('wrong_declared_step'),
    ...place,
    minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_440)), 60),
  }),
  /** Flows are published this long after the end of a slot; until then they are zero. */
  v.object({ kind: v.literal('late_flows'), ...place, lagHours: Hours }),
  /** Flows have one more neighbour, which has never been seen before. */
  v.object({ kind: v.literal('new_neighbour'), ...place, name: v.optional(Column, 'Andorra') }),
  /** The forecasts of wind and sun are 404: the publisher does not offer them for the country. */
  v.object({ kind: v.literal('no_forecasts'), ...place }),
  /** Every colour is marked as provisional (`<date>-fallback`). */
  v.object({ kind: v.literal('provisional_colors'), ...place }),
  /** Every colour is unknown (`?`, or code 0). */
  v.object({ kind: v.literal('unknown_colors'), ...place }),
  /** `BLEU`, `BLANC`, `ROUGE` instead of the English words. */
  v.object({ kind: v.literal('french_colors'), ...place }),
] as const
type OpenFaultKind = v.InferOutput<(typeof openFaults)[number]>['kind']

const rowPublishers: readonly Publisher[] = ['odre', 'rte-zip']
const columnPublishers: readonly Publisher[] = ['odre', 'rte-zip', 'energy-charts']

/** The publishers that each kind of failure can affect. */
export const publishersByKind: Readonly<Record<OpenFaultKind, readonly Publisher[]>> = {
  html_200: publishers,
  not_found_404: publishers,
  slow_body: publishers,
  no_answer: publishers,
  quota_exhausted: ['odre'],
  quota_low: ['odre'],
  token_bucket: ['energy-charts'],
  renamed_column: columnPublishers,
  absent_column: columnPublishers,
  text_numbers: ['odre', 'energy-charts'],
  stale_rows: rowPublishers,
  ghost_rows: ['odre'],
  wrong_signs: rowPublishers,
  residual_row: rowPublishers,
  wrong_co2_rate: rowPublishers,
  deprecated: ['energy-charts'],
  wrong_declared_step: ['energy-charts'],
  late_flows: ['energy-charts'],
  new_neighbour: ['energy-charts'],
  no_forecasts: ['energy-charts'],
  provisional_colors: ['rte-services'],
  unknown_colors: ['rte-services', 'couleur-tempo'],
  french_colors: ['rte-services'],
}
