import * as v from 'valibot'
import { publisherIds } from '../../grid/publishers.ts'
import { regions } from '../../grid/regions.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'
import { RegionIntensity } from './carbon-regions.ts'

/** Quarter-hours of the longest Paris day: that of the clock change in October. */
export const maxSlotsOfDay = 100

/** A column has one value per element of `slots`, in the same order. */
const column = (text: string) => described(v.pipe(v.array(v.nullable(FiniteNumber)), v.maxLength(maxSlotsOfDay)), text)

export const RegionDayColumns = described(
  v.strictObject({
    code: RegionIntensity.entries.code,
    name: RegionIntensity.entries.name,
    gCo2PerKwh: column('Carbon intensity of generation with life-cycle factors, gCO2eq/kWh. Null when unknown.'),
    directGCo2PerKwh: column(
      'Carbon intensity of generation with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown.',
    ),
    consumptionGCo2PerKwh: column(
      'Carbon intensity of consumption with life-cycle factors, gCO2eq/kWh. Null when unknown.',
    ),
    consumptionDirectGCo2PerKwh: column(
      'Carbon intensity of consumption with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown.',
    ),
    consumptionMW: column('Consumption of the region, MW. Null when unknown.'),
  }),
  'Columns of one region for the quarter-hours of the day.',
)

/** Body of `GET /v1/carbon/regions/day`: columns of equal length for the quarter-hours of a Paris day. */
export const RegionalDayResponse = described(
  v.strictObject({
    date: described(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DD')), 'Calendar day in Paris.'),
    timeZone: described(v.string(), 'Name of the time zone of the day, which is that of Paris.'),
    from: described(UtcTimestamp, 'Start of the day, 00:00 in Paris, UTC.'),
    to: described(UtcTimestamp, 'End of the day, exclusive, UTC.'),
    source: described(
      v.nullable(v.picklist(publisherIds)),
      'Publisher of the regional figures. Null when none of the day is stored.',
    ),
    slots: described(
      v.pipe(v.array(UtcTimestamp), v.maxLength(maxSlotsOfDay)),
      'Start of each quarter-hour of the day that has ended, UTC, in chronological order and without gaps: 92 or 100 on the day of a clock change. Empty when no value of the day is stored.',
    ),
    flowsSlotStarts: described(
      v.pipe(v.array(v.nullable(UtcTimestamp)), v.maxLength(maxSlotsOfDay)),
      'Start of the hour whose flows over the borders of France each quarter-hour takes, UTC. Null when the flows are unknown.',
    ),
    poolGCo2PerKwh: column(
      'Carbon intensity of what regions receive, with life-cycle factors, gCO2eq/kWh. Null when unknown.',
    ),
    poolDirectGCo2PerKwh: column(
      'Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown.',
    ),
    exchangeResidualMW: column(
      'Net imports of the regions less the net import of France, MW: 0 when both publications agree. Null when unknown.',
    ),
    regions: described(
      v.pipe(v.array(RegionDayColumns), v.length(regions.length)),
      'The twelve regions of mainland France (without Corsica), sorted by code.',
    ),
    methodologyVersion: described(Int32, 'Version of the regional calculation.'),
    complete: described(
      v.boolean(),
      'True when the day ended at least three days ago and every value is known. A publisher can still correct it; the ETag then changes.',
    ),
  }),
  'Carbon intensity of generation and of consumption in every region, for each quarter-hour of a calendar day in Paris.',
)
export type RegionalDayResponse = v.InferOutput<typeof RegionalDayResponse>
