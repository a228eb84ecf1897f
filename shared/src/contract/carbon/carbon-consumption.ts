import * as v from 'valibot'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

const optionalNumber = (text: string) => described(v.nullable(FiniteNumber), text)

/** Origins of a neighbour's intensity, the best first: its mix of the hour, its mix at the same hour of one of the last days, or a yearly value. */
export const neighbourBases = ['hour', 'week', 'year'] as const

export const ConsumptionImport = described(
  v.strictObject({
    country: described(
      v.string(),
      'ISO 3166-1 alpha-2 code of the neighbour (DE includes Luxembourg); XX is a border whose country is unknown.',
    ),
    netImportMW: optionalNumber(
      'Net physical flow into France in the hour, over all cables and both directions, MW; negative when France exports. Null while a flow of the border is unknown.',
    ),
    gCo2PerKwh: optionalNumber(
      'Carbon intensity of the production of the neighbour with life-cycle factors, gCO2eq/kWh, whether or not France imports. Null when nothing is known of the neighbour.',
    ),
    directGCo2PerKwh: optionalNumber(
      'The same with direct emission factors, gCO2eq/kWh. With basis year and less than 30 days of stored mixes it equals gCo2PerKwh, because the yearly value is published for the life cycle only.',
    ),
    basis: described(
      v.nullable(v.picklist(neighbourBases)),
      'Mix behind the intensity. hour: the mix of the hour; week: the mix of the same UTC hour on the newest of the seven days before that has one; year: a yearly value. Null without an intensity.',
    ),
  }),
  'One border of France in one hour.',
)

export const ConsumptionByYearlyMethod = described(
  v.strictObject({
    estimatedGCo2PerKwhConsumption: optionalNumber(
      'Consumption boundary of the same hour with yearly intensities of the neighbours, gCO2eq/kWh: the method of /v1/carbon/intensity. Null when imports are unknown.',
    ),
  }),
  'The value of the other method of this API, for comparison.',
)

/** Body of `GET /v1/carbon/consumption` (docs/methodology/consumption.md). */
export const CarbonConsumptionResponse = described(
  v.strictObject({
    slotStart: described(UtcTimestamp, 'Start of the hour that the values describe, UTC.'),
    slotEnd: described(UtcTimestamp, 'End of the hour that the values describe, UTC.'),
    issuedAt: described(
      UtcTimestamp,
      'When this version of the hour was computed, UTC. A new version is computed whenever a published value changes.',
    ),
    gCo2PerKwh: optionalNumber(
      'Carbon intensity of the electricity consumed in France, with life-cycle factors, gCO2eq/kWh: production and the net imports of each border at the intensity of the neighbour in that hour. Null while a border is unknown.',
    ),
    directGCo2PerKwh: optionalNumber(
      'The same with direct emission factors, gCO2eq/kWh. Null when gCo2PerKwh is null.',
    ),
    domesticShare: optionalNumber(
      'Share of French production in production plus imports, from 0 to 1. Null while a border is unknown.',
    ),
    imports: described(
      v.array(ConsumptionImport),
      'The six neighbours in the order of their codes, then any further border.',
    ),
    exportsMW: optionalNumber(
      'Sum of the net exports of all exporting borders, MW. Exports carry the mix of the country and do not change the intensity. Null while a border is unknown.',
    ),
    final: described(
      v.boolean(),
      'True when the values are no longer expected to change: the French mix is consolidated, and the hour ended at least 14 days ago.',
    ),
    methodologyVersion: described(Int32, 'Version of the calculation.'),
    yearlyMethod: ConsumptionByYearlyMethod,
  }),
  'Carbon intensity of the electricity consumed in France in one hour, location-based, with the imports of that hour.',
)
export type CarbonConsumptionResponse = v.InferOutput<typeof CarbonConsumptionResponse>
