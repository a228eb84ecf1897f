import { feedIds, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import * as v from 'valibot'
import { slotSubjectIds } from '../generator/slot-subjects.ts'
import { type OpenPublisher, openPublishers } from '../subjects/publishers.ts'

/** Subject of a request, which decides the faults that affect it: a feed, a reference, the token, or an open publisher. */
export type RequestSubject = SourceId | 'token' | OpenPublisher

export const requestSubjects: readonly RequestSubject[] = [...sourceIds, 'token', ...openPublishers]

const generation: readonly RequestSubject[] = ['generation_by_type', 'generation_mix_15min']
/** The grid signal takes no period and always has several days and steps. */
const withPeriod: readonly RequestSubject[] = feedIds.filter((feed) => feed !== 'grid_signals')
const withRows: readonly RequestSubject[] = ['odre', 'rte-zip']
const withColumns: readonly RequestSubject[] = ['odre', 'rte-zip', 'energy-charts', 'cre']

const createWholeNumberSchema = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const Hours = v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))
/** A delay, ms; shorter than the server's idle time-out. */
const Delay = createWholeNumberSchema(0, 120_000)
const newestSlots = v.optional(createWholeNumberSchema(1, 10_000), 1)

/**
 * Where a fault acts. `subject` may be `all`: every subject that the kind can affect. `times`: the number of answers after which it expires (absent:
 * never). `pathContains` restricts it to open publishers, and there to the paths that contain the text.
 */
const place = {
  subject: v.picklist([...requestSubjects, 'all']),
  times: v.optional(createWholeNumberSchema(1, 100_000)),
  pathContains: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
}

/** A kind of fault: its name, the subjects that it can affect, and its own members. */
function kind<Kind extends string, Members extends v.ObjectEntries>(
  name: Kind,
  subjects: readonly RequestSubject[],
  members: Members,
) {
  return { name, subjects, schema: v.object({ kind: v.literal(name), ...place, ...members }) }
}

/** Every failure of a real publisher that the demo upstream can reproduce. */
const kinds = [
  // Refusals.
  /** 401 in spite of a valid token; absent `times`: once. */
  kind('expired_token', feedIds, {}),
  kind('token_without_access_token', ['token'], {}),
  /** `retryAfterSeconds` null: the answer has no `Retry-After`. */
  kind('rate_limited', requestSubjects, {
    retryAfterSeconds: v.optional(v.nullable(createWholeNumberSchema(0, 86_400)), 1),
  }),
  kind('error_500', requestSubjects, {}),
  kind('unavailable_503', requestSubjects, {}),
  kind('too_large_413', withPeriod, { longerThanDays: createWholeNumberSchema(0, 400) }),
  /** The wall of a portal: an HTML page with status 200. */
  kind('html_200', openPublishers, {}),
  /** 404: at Energy-Charts "no data yet", elsewhere a moved file. */
  kind('not_found_404', openPublishers, {}),
  /** The connection closes without an answer. */
  kind('no_answer', openPublishers, {}),
  /** 429 with `errorcode` 10002 and the time at which the quota is renewed. */
  kind('quota_exhausted', ['odre'], { resetInSeconds: v.optional(createWholeNumberSchema(1, 40 * 86_400), 3_600) }),
  /** The headers say that this many calls of the quota remain. */
  kind('quota_low', ['odre'], { remaining: createWholeNumberSchema(0, 50_000) }),
  /** One call per period; a call too early is 429, and every further one doubles the wait. */
  kind('token_bucket', ['energy-charts'], {
    refillMs: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3_600_000)), 7_500),
  }),
  // Transport.
  kind('slow', requestSubjects, { delayMs: Delay }),
  /** The second half of the body follows after a pause. */
  kind('slow_body', openPublishers, { delayMs: Delay }),
  /** The body ends or the connection breaks in the middle. */
  kind('cut_off_json', requestSubjects, { cut: v.optional(v.picklist(['body', 'connection']), 'body') }),
  // Form of the operator's bodies and of the references.
  /** The root has another name, or a text replaces its content. */
  kind('wrong_shape', sourceIds, { shape: v.optional(v.picklist(['renamed_root', 'text_values']), 'renamed_root') }),
  kind('partial_206', [...slotSubjectIds, 'generation_unavailabilities'], {
    blocksPerPart: v.optional(createWholeNumberSchema(1, 100), 4),
  }),
  /** A single block makes the root an object, and a single slot makes `values` an object. */
  kind('object_root', withPeriod, {}),
  /** The root stays an array, but a single slot makes `values` an object. */
  kind('array_root', withPeriod, {}),
  kind('missing_updated_date', [...slotSubjectIds, 'tariff_calendar', 'installed_capacities', 'imbalance'], {}),
  /** The slots of a block are stamped an hour apart, as the forecasts of February 2026 were: the slots of one day are spread over four days. */
  kind('stretched_slots', slotSubjectIds, {}),
  /** The first block has no `values`, the second an empty `updated_date`, and its first slot is a text. */
  kind('odd_members', slotSubjectIds, {}),
  // Values of the operator.
  /** Slots are missing: those of a production type (or area, or forecast family), those newer than some hours, or both combined. */
  kind('absent_slots', slotSubjectIds, { productionType: v.optional(Name), newerThanHours: v.optional(Hours) }),
  kind('duplicate_slots', slotSubjectIds, {}),
  kind('revised_slots', slotSubjectIds, { productionType: Name, factor: v.pipe(v.number(), v.finite()) }),
  kind('unknown_production_type', generation, {}),
  kind('nuclear_zero', generation, { newestSlots }),
  kind('nuclear_110gw', generation, { newestSlots }),
  /** The newest record of a calendar has no `value`. */
  kind('missing_record_value', ['tariff_calendar'], {}),
  /** The current day holds only its last 17 steps. */
  kind('short_current_day', ['grid_signals'], {}),
  /** The furthest day of a four-day issue is missing. */
  kind('three_day_signal', ['grid_signals'], {}),
  kind('unordered_days', ['grid_signals', 'tariff_calendar'], {}),
  /** `HYDRO_RUN-OF-RIVER_AND_POUNDAGE`, as older payloads write it. */
  kind('hyphen_fuel_types', ['generation_unavailabilities'], {}),
  /** Every message becomes its next version, published now and with a later end. */
  kind('revised_messages', ['generation_unavailabilities'], {
    endsLaterHours: v.optional(createWholeNumberSchema(0, 10_000), 24),
  }),
  /** The body is latin-1 although its content type says UTF-8. */
  kind('latin1_reason', ['generation_unavailabilities'], {}),
  // Open data.
  /** A column (or member of a body) has another name; a query that names the old one is refused. */
  kind('renamed_column', withColumns, { column: Name }),
  kind('absent_column', withColumns, { column: Name }),
  /** Numbers are texts, with a decimal comma. */
  kind('text_numbers', ['odre', 'energy-charts'], {}),
  /** Rows have forecasts only: since some hours, or since the month began. */
  kind('stale_rows', withRows, { newerThanHours: v.optional(Hours) }),
  /** The day without 02:00 to 03:00 has rows of that hour, with the instants of the following hour. */
  kind('ghost_rows', ['odre'], {}),
  /** `pompage` and both battery columns of the newest rows have the other sign. */
  kind('wrong_signs', withRows, { newestSlots }),
  /** The newest rows do not balance: `ech_physiques` is off. */
  kind('residual_row', withRows, { residualMw: v.optional(v.pipe(v.number(), v.finite()), 900), newestSlots }),
  /** `taux_co2` of the newest rows is off, g/kWh. */
  kind('wrong_co2_rate', withRows, { offsetG: v.optional(v.pipe(v.number(), v.integer()), 5), newestSlots }),
  /** Bodies announce the end of the endpoint. */
  kind('deprecated', ['energy-charts'], {}),
  /** A body of the second version declares another step than that of its rows. */
  kind('wrong_declared_step', ['energy-charts'], { minutes: v.optional(createWholeNumberSchema(1, 1_440), 60) }),
  /** Flows are published this long after the end of a slot; until then they are zero. */
  kind('late_flows', ['energy-charts'], { lagHours: Hours }),
  /** The mix of a neighbour (the publisher's code), or one type of it, is published this long after the end of a slot; until then it is null. */
  kind('late_mix', ['energy-charts'], { country: Name, lagHours: Hours, name: v.optional(Name) }),
  /** Flows have one more neighbour, which has never been seen before. */
  kind('new_neighbour', ['energy-charts'], { name: v.optional(Name, 'Andorra') }),
  /** The forecasts of wind and sun are 404: the publisher does not offer them for the country. */
  kind('no_forecasts', ['energy-charts'], {}),
  /** Every colour is marked as provisional (`<date>-fallback`). */
  kind('provisional_colors', ['rte-services'], {}),
  /** Every colour is unknown (`?`, or code 0). */
  kind('unknown_colors', ['rte-services', 'couleur-tempo'], {}),
  /** `BLEU`, `BLANC`, `ROUGE` instead of the English words. */
  kind('french_colors', ['rte-services'], {}),
  // Weather.
  /** The publisher has had no newer run for so many hours. */
  kind('stale_run', ['open-meteo'], { hours: v.optional(Hours, 18) }),
  /** The answer lacks one of the points. */
  kind('missing_point', ['open-meteo'], { index: v.optional(createWholeNumberSchema(0, 100), 0) }),
  /** The second point has a temperature of 99 degrees, a text as a wind speed, and the sun at midnight. */
  kind('odd_weather', ['open-meteo'], {}),
  /** Every value of a variable is null; of one model where it is named. */
  kind('no_values', ['open-meteo'], { variable: Name, model: v.optional(Name) }),
  // Regulated prices.
  /** Day and month of the first days are exchanged, as the portal's tabular API does. */
  kind('swapped_dates', ['cre'], {}),
  /** The file has a byte-order mark, or is in Windows-1252 with accents in its names, or in UTF-16. */
  kind('other_encoding', ['cre'], {
    encoding: v.optional(v.picklist(['utf-8-bom', 'windows-1252', 'utf-16']), 'utf-16'),
  }),
  /** The file of before the newest change of prices. */
  kind('former_file', ['cre'], {}),
  /** The newest rows are in cents. */
  kind('prices_in_cents', ['cre'], {}),
]

export const Fault = v.variant(
  'kind',
  kinds.map(({ schema }) => schema),
)
export type Fault = v.InferOutput<typeof Fault>
/** A fault before parsing: members with a default are optional. */
export type FaultInput = v.InferInput<typeof Fault>
export type FaultKind = Fault['kind']
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>

/** The subjects that each kind of fault can affect. */
export const subjectsByKind: ReadonlyMap<FaultKind, readonly RequestSubject[]> = new Map(
  kinds.map(({ name, subjects }) => [name, subjects]),
)

/** The first fault of a kind, if any. */
export function findFault<Kind extends FaultKind>(faults: readonly Fault[], kind: Kind): FaultOf<Kind> | undefined {
  return faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind)
}

/** Whether a fault of a kind is among the faults. */
export function hasFault(faults: readonly Fault[], kind: FaultKind): boolean {
  return findFault(faults, kind) !== undefined
}
