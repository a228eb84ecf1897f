import * as v from 'valibot'
import { regionCodes, regions } from '../../grid/regions.ts'
import { CarbonRegionsResponse, RegionIntensity } from '../carbon/carbon-regions.ts'
import { described, FiniteNumber, UtcTimestamp } from '../values/fields.ts'

export const NeighbourExchange = described(
  v.strictObject({
    country: described(
      v.string(),
      'Country by ISO 3166; DE+BE where only the joint exchange with Germany and Belgium is known; XX for a border of an unknown country.',
    ),
    netImportMw: described(
      v.nullable(FiniteNumber),
      'Net import of France from the neighbour, MW; negative when France exports. Null when a flow of the border is unknown.',
    ),
  }),
  'Exchange with one neighbour.',
)

export const DashboardExchanges = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the hour that the values describe, UTC.'),
    end: described(UtcTimestamp, 'End of the hour that the values describe, UTC.'),
    isEstimated: described(
      v.boolean(),
      'True when the values are commercial exchanges, because the physical flows of the hour are not published yet.',
    ),
    neighbours: described(v.array(NeighbourExchange), 'Exchange with each neighbour, sorted by country.'),
    netImportMw: described(
      v.nullable(FiniteNumber),
      'Net import over all borders, MW; negative when France exports. Null when one border is unknown.',
    ),
  }),
  'Exchanges of France with its neighbours in the hour of carbon, or in the newest hour before it in which all borders are known.',
)
export type DashboardExchanges = v.InferOutput<typeof DashboardExchanges>

export const DashboardRegion = described(
  v.strictObject({
    code: RegionIntensity.entries.code,
    gCo2PerKwh: RegionIntensity.entries.gCo2PerKwh,
    directGCo2PerKwh: RegionIntensity.entries.directGCo2PerKwh,
    consumptionGCo2PerKwh: RegionIntensity.entries.consumptionGCo2PerKwh,
    consumptionDirectGCo2PerKwh: RegionIntensity.entries.consumptionDirectGCo2PerKwh,
    totalGenerationMW: RegionIntensity.entries.totalGenerationMW,
    exchangeMW: RegionIntensity.entries.exchangeMW,
  }),
  'Generation and consumption of one region, as in /v1/carbon/regions.',
)

export const DashboardRegions = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the quarter-hour that the values describe, UTC.'),
    end: described(UtcTimestamp, 'End of the quarter-hour that the values describe, UTC.'),
    flowsSlotStart: CarbonRegionsResponse.entries.flowsSlotStart,
    regions: described(
      v.pipe(v.array(DashboardRegion), v.length(regionCodes.length)),
      `The ${regions.length} regions of mainland France (without Corsica), sorted by code.`,
    ),
  }),
  'Generation and consumption of every region in the newest published quarter-hour.',
)
export type DashboardRegions = v.InferOutput<typeof DashboardRegions>
