import * as v from 'valibot'
import { publisherIds } from '../../grid/publishers.ts'
import { regionCodes, regions } from '../../grid/regions.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

export const RegionMixEntry = described(
  v.strictObject({
    productionType: described(v.string(), 'Code of the production type, such as NUCLEAR or WIND_ONSHORE.'),
    valueMW: described(v.nullable(FiniteNumber), 'Mean power in the quarter-hour, MW; null when unknown.'),
  }),
  'One production type of the mix of a region.',
)

const optionalNumber = (text: string) => described(v.nullable(FiniteNumber), text)

export const RegionIntensity = described(
  v.strictObject({
    code: described(v.picklist(regionCodes), 'INSEE code of the region.'),
    name: described(v.string(), 'Name of the region, in French.'),
    gCo2PerKwh: optionalNumber(
      'Carbon intensity of generation in the region with life-cycle factors, gCO2eq/kWh. Null when part of its mix is unknown or the region generates nothing.',
    ),
    directGCo2PerKwh: optionalNumber(
      'Carbon intensity of the same mix with the direct emission factors of the operator, gCO2eq/kWh. Null when gCo2PerKwh is null.',
    ),
    consumptionGCo2PerKwh: optionalNumber(
      'Carbon intensity of what the region consumes with life-cycle factors, gCO2eq/kWh: the mix of a region that sends power out; else its own mix together with what it receives. Null when unknown; never a copy of gCo2PerKwh.',
    ),
    consumptionDirectGCo2PerKwh: optionalNumber(
      'Carbon intensity of what the region consumes with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown.',
    ),
    totalGenerationMW: optionalNumber('Generation in the region, MW. Null when part of it is unknown.'),
    consumptionMW: optionalNumber('Consumption of the region, MW. Null when unknown.'),
    exchangeMW: optionalNumber(
      'Net flow into the region from other regions and from abroad, MW; negative when the region exports. Null when unknown.',
    ),
    mix: described(
      v.array(RegionMixEntry),
      'Generation by production type, sorted by code; every region lists the same types.',
    ),
    thermalSplit: described(
      v.literal('national'),
      'The operator publishes gas, coal and oil of a region as one figure, and hydro and bioenergy as totals: each is split in proportion to the national mix of the same quarter-hour.',
    ),
  }),
  'Generation, consumption and carbon intensity of one region in one quarter-hour.',
)

/** Body of `GET /v1/carbon/regions` (docs/develop/decisions.md#regions). */
export const CarbonRegionsResponse = described(
  v.strictObject({
    slotStart: described(UtcTimestamp, 'Start of the quarter-hour that the values describe, UTC.'),
    slotEnd: described(UtcTimestamp, 'End of the quarter-hour that the values describe, UTC.'),
    source: described(v.picklist(publisherIds), 'Publisher of the regional figures.'),
    regions: described(
      v.pipe(v.array(RegionIntensity), v.length(regions.length)),
      'The twelve regions of mainland France (without Corsica), sorted by code.',
    ),
    flowsSlotStart: described(
      v.nullable(UtcTimestamp),
      'Start of the hour whose flows over the borders of France are counted in the consumption of the regions, UTC. Earlier than the hour of slotStart while the flows of that hour are not published yet. Null when no flows are known.',
    ),
    poolGCo2PerKwh: optionalNumber(
      'Carbon intensity of what regions receive, with life-cycle factors, gCO2eq/kWh: what other regions send out, and what France imports. Null when unknown.',
    ),
    poolDirectGCo2PerKwh: optionalNumber(
      'Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown.',
    ),
    exchangeResidualMW: optionalNumber(
      'Sum of exchangeMW over the regions less the net import of France in the hour of flowsSlotStart, MW: 0 when both publications agree. Null when an exchange or a flow is unknown.',
    ),
    consumptionDegraded: described(
      v.boolean(),
      'True when the consumption intensity of a region is unknown, or exchangeResidualMW is more than 500 MW from 0.',
    ),
    methodologyVersion: described(Int32, 'Version of the regional calculation.'),
  }),
  'Carbon intensity of generation and of consumption in every region in the newest published quarter-hour, location-based.',
)
export type CarbonRegionsResponse = v.InferOutput<typeof CarbonRegionsResponse>
