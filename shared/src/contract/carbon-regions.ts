import * as v from 'valibot'
import { publisherIds } from '../grid/publishers.ts'
import { regionCodes, regions } from '../grid/regions.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from './values/fields.ts'

/** One production type of a region's mix. */
export const RegionMixEntry = described(
  v.strictObject({
    productionType: described(v.string(), 'Code of the production type, such as NUCLEAR or WIND_ONSHORE.'),
    valueMW: described(v.nullable(FiniteNumber), 'Mean power in the quarter-hour, MW; null when unknown.'),
  }),
  'One production type of the mix of a region.',
)

const power = (text: string) => described(v.nullable(FiniteNumber), text)

/** One region of the answer. */
export const RegionIntensity = described(
  v.strictObject({
    code: described(v.picklist(regionCodes), 'Code of the region by the national statistics office (INSEE).'),
    name: described(v.string(), 'Name of the region, in French.'),
    gCo2PerKwh: power(
      'Production of the region weighed with life-cycle factors, gCO2eq/kWh; null when a part of its mix is unknown or nothing is produced.',
    ),
    directGCo2PerKwh: power('The same mix with the operator’s direct factors, g/kWh; null with gCo2PerKwh.'),
    totalGenerationMW: power('Production of the region, MW; null when a part of it is unknown.'),
    consumptionMW: power('Consumption of the region, MW; null when unknown.'),
    exchangeMW: power(
      'What flows into the region from other regions and from abroad, MW; negative = it gives more than it takes; null when unknown.',
    ),
    mix: described(v.array(RegionMixEntry), 'Production by type, the same types in every region, by code.'),
    thermalSplit: described(
      v.literal('national'),
      'Gas, coal and oil are published as one figure of a region: it is split in the ratio of the national mix of the same quarter-hour, and so are hydro and bioenergy.',
    ),
  }),
  'Production, consumption and carbon intensity of one region in one quarter-hour.',
)

/** Body of `GET /v1/carbon/regions` (docs/develop/decisions.md#regions). */
export const CarbonRegionsResponse = described(
  v.strictObject({
    slotStart: described(UtcTimestamp, 'Start of the quarter-hour that is described, UTC.'),
    slotEnd: described(UtcTimestamp, 'End of the quarter-hour that is described, UTC.'),
    source: described(v.picklist(publisherIds), 'Publisher of the figures of the regions.'),
    regions: described(
      v.pipe(v.array(RegionIntensity), v.length(regions.length)),
      'The twelve regions of mainland France without Corsica, by code.',
    ),
    methodologyVersion: described(Int32, 'Version of the calculation by region.'),
  }),
  'Carbon intensity of the production of every region in the newest published quarter-hour, location-based.',
)
export type CarbonRegionsResponse = v.InferOutput<typeof CarbonRegionsResponse>
