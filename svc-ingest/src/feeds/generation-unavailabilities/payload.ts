import * as v from 'valibot'
import {
  OperatorInstant,
  PublicationDate,
  plainText,
  SlotValues,
  TypeName,
  Word,
} from '../definition/operator-payload.ts'

const maxNameChars = 100
const maxReasonChars = 300
/** Above the largest plant of France (5 460 MW), MW. */
const maxPlantMw = 10_000

const Name = v.pipe(plainText(maxNameChars), v.nonEmpty())
const OptionalName = v.fallback(v.nullish(plainText(maxNameChars), null), null)
const CapacityMw = v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(maxPlantMw)), null)

/** A number, or its digits in old payloads. */
const MessageVersion = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.digits(),
      v.transform((digits) => Number(digits)),
    ),
  ]),
  v.safeInteger(),
  v.minValue(0),
)

/** One message in the shape of v5 to v7. The shape of 2016 lacks capacities and is refused. */
export const UnavailabilityMessage = v.pipe(
  v.object({
    identifier: Name,
    version: MessageVersion,
    publication_date: PublicationDate,
    updated_date: PublicationDate,
    start_date: OperatorInstant,
    end_date: OperatorInstant,
    fuel_type: v.pipe(Name, TypeName),
    unavailability_type: OptionalName,
    event_status: v.fallback(v.nullish(v.pipe(Name, Word), null), null),
    affected_asset_or_unit_eic_code: OptionalName,
    affected_asset_or_unit_name: OptionalName,
    affected_asset_or_unit_type: OptionalName,
    affected_asset_or_unit_installed_capacity: CapacityMw,
    reason: v.fallback(v.nullish(plainText(maxReasonChars), null), null),
    values: v.nullish(SlotValues, []),
  }),
  v.check(({ start_date, end_date }) => Temporal.Instant.compare(start_date, end_date) <= 0, 'ends before it starts'),
)
export type UnavailabilityMessage = v.InferOutput<typeof UnavailabilityMessage>

/** A part of a message over which the capacities stay the same, MW. */
export const UnavailabilityPeriod = v.pipe(
  v.object({
    start_date: OperatorInstant,
    end_date: OperatorInstant,
    available_capacity: CapacityMw,
    unavailable_capacity: CapacityMw,
  }),
  v.check(({ start_date, end_date }) => Temporal.Instant.compare(start_date, end_date) < 0, 'has no length'),
)
export type UnavailabilityPeriod = v.InferOutput<typeof UnavailabilityPeriod>
