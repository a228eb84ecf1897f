import * as v from 'valibot'
import { OperatorInstant, oneOrMany, plainText, SlotValues } from '../definition/operator-payload.ts'

const maxNameChars = 100
const maxReasonChars = 300
/** Above the largest plant of France (5 460 MW), MW. */
const maxPlantMw = 10_000

const Name = v.pipe(plainText(maxNameChars), v.nonEmpty())
const OptionalName = v.nullish(plainText(maxNameChars), null)
const CapacityMw = v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(maxPlantMw)), null)

/** Names of types have been sent with hyphens (`HYDRO_RUN-OF-RIVER_AND_POUNDAGE`) where the other feeds have underscores. */
const FuelType = v.pipe(
  Name,
  v.transform((name) => name.toUpperCase().replaceAll(/[-\s]/g, '_')),
)

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

/** Body of `generation_unavailabilities`, messages not parsed yet; unknown members are ignored. */
export const UnavailabilitiesPayload = v.object({ generation_unavailabilities: oneOrMany(v.looseObject({})) })

/** One message in the shape of v5 to v7. The shape of 2016 lacks capacities and is refused. */
export const UnavailabilityMessage = v.pipe(
  v.object({
    identifier: Name,
    version: MessageVersion,
    publication_date: v.nullish(OperatorInstant),
    updated_date: v.nullish(OperatorInstant),
    start_date: OperatorInstant,
    end_date: OperatorInstant,
    fuel_type: FuelType,
    unavailability_type: OptionalName,
    event_status: OptionalName,
    affected_asset_or_unit_eic_code: OptionalName,
    affected_asset_or_unit_name: OptionalName,
    affected_asset_or_unit_type: OptionalName,
    affected_asset_or_unit_installed_capacity: CapacityMw,
    reason: v.nullish(plainText(maxReasonChars), null),
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
