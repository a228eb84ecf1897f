import * as v from 'valibot'
import { Delay, newestSlots, place } from './fault-place.ts'
import { openFaults } from './open-fault.ts'

const ProductionType = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const Days = v.pipe(v.number(), v.minValue(0), v.maxValue(400))

/** Failures of a real upstream that the demo upstream can reproduce. */
export const Fault = v.variant('kind', [
  /** 401 in spite of a valid token; absent `times`: once. */
  v.object({ kind: v.literal('expired_token'), ...place }),
  v.object({ kind: v.literal('token_without_access_token'), ...place }),
  v.object({
    kind: v.literal('rate_limited'),
    ...place,
    /** null: the answer has no `Retry-After`. */
    retryAfterSeconds: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400))), 1),
  }),
  v.object({ kind: v.literal('error_500'), ...place }),
  v.object({ kind: v.literal('unavailable_503'), ...place }),
  v.object({
    kind: v.literal('slow'),
    ...place,
    delayMs: Delay,
  }),
  /** The body ends or the connection breaks in the middle. */
  v.object({ kind: v.literal('cut_off_json'), ...place, cut: v.optional(v.picklist(['body', 'connection']), 'body') }),
  /** The root has another name, or a text replaces its content. */
  v.object({
    kind: v.literal('wrong_shape'),
    ...place,
    shape: v.optional(v.picklist(['renamed_root', 'text_values']), 'renamed_root'),
  }),
  /** Slots are missing: those of a production type (or area, or forecast family), those newer than some hours, or both combined. */
  v.object({
    kind: v.literal('absent_slots'),
    ...place,
    productionType: v.optional(ProductionType),
    newerThanHours: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
  }),
  v.object({ kind: v.literal('duplicate_slots'), ...place }),
  v.object({
    kind: v.literal('revised_slots'),
    ...place,
    productionType: ProductionType,
    factor: v.pipe(v.number(), v.finite()),
  }),
  v.object({ kind: v.literal('too_large_413'), ...place, longerThanDays: Days }),
  v.object({
    kind: v.literal('partial_206'),
    ...place,
    blocksPerPart: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 4),
  }),
  /** A single block makes the root an object, and a single slot makes `values` an object. */
  v.object({ kind: v.literal('object_root'), ...place }),
  /** The root stays an array, but a single slot makes `values` an object. */
  v.object({ kind: v.literal('array_root'), ...place }),
  v.object({ kind: v.literal('missing_updated_date'), ...place }),
  /** The slots of a block are stamped an hour apart, as the forecasts of February 2026 were: the slots of one day are spread over four days. */
  v.object({ kind: v.literal('stretched_slots'), ...place }),
  /** The first block has no `values`, the second an empty `updated_date`, and its first slot is a text. */
  v.object({ kind: v.literal('odd_members'), ...place }),
  v.object({ kind: v.literal('unknown_production_type'), ...place }),
  /** The newest record of a calendar has no `value`. */
  v.object({ kind: v.literal('missing_record_value'), ...place }),
  /** The current day holds only its last 17 steps. */
  v.object({ kind: v.literal('short_current_day'), ...place }),
  /** The furthest day of a four-day issue is missing. */
  v.object({ kind: v.literal('three_day_signal'), ...place }),
  v.object({ kind: v.literal('unordered_days'), ...place }),
  /** `HYDRO_RUN-OF-RIVER_AND_POUNDAGE`, as older payloads write it. */
  v.object({ kind: v.literal('hyphen_fuel_types'), ...place }),
  /** Every message becomes its next version, published now and with a later end. */
  v.object({
    kind: v.literal('revised_messages'),
    ...place,
    endsLaterHours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), 24),
  }),
  /** The body is latin-1 although its content type says UTF-8. */
  v.object({ kind: v.literal('latin1_reason'), ...place }),
  v.object({ kind: v.literal('nuclear_zero'), ...place, newestSlots: newestSlots() }),
  v.object({ kind: v.literal('nuclear_110gw'), ...place, newestSlots: newestSlots() }),
  ...openFaults,
])
export type Fault = v.InferOutput<typeof Fault>
/** A fault before parsing: members with a default are optional. */
export type FaultInput = v.InferInput<typeof Fault>
export type FaultKind = Fault['kind']
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>

/** The first fault of a kind, if any. */
export function faultOf<Kind extends FaultKind>(faults: readonly Fault[], kind: Kind): FaultOf<Kind> | undefined {
  return faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind)
}
