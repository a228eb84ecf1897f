import * as v from 'valibot'
import { described, FiniteNumber, Int32, RequestedTimestamp, UtcTimestamp } from '../values/fields.ts'

/** Emissions that the intensity of a series counts. */
export const seriesBoundaries = ['production', 'direct', 'consumption'] as const
export type SeriesBoundary = (typeof seriesBoundaries)[number]

/** Lengths of the slots of a series. */
export const seriesResolutions = ['1h', '15m'] as const
export type SeriesResolution = (typeof seriesResolutions)[number]

export const CarbonSeriesPoint = described(
  v.strictObject({
    slotStart: described(UtcTimestamp, 'Start of the slot, UTC.'),
    slotEnd: described(UtcTimestamp, 'End of the slot, UTC.'),
    gCo2PerKwh: described(v.nullable(FiniteNumber), 'Carbon intensity of the slot, gCO2eq/kWh. Null when unknown.'),
    final: described(
      v.boolean(),
      'True when no further correction is expected: the generation of the slot is consolidated, and for the boundary consumption the slot is more than 14 days old.',
    ),
  }),
  'Carbon intensity of one slot.',
)
export type CarbonSeriesPoint = v.InferOutput<typeof CarbonSeriesPoint>

/** Body of `GET /v1/carbon/series`. */
export const CarbonSeriesResponse = described(
  v.strictObject({
    boundary: described(
      v.picklist(seriesBoundaries),
      'production: French generation with life-cycle factors; direct: French generation with the direct factors of the operator; consumption: French generation and net imports with life-cycle factors.',
    ),
    resolution: described(v.picklist(seriesResolutions), 'Length of a slot.'),
    from: described(RequestedTimestamp, 'Requested start of the window, UTC, inclusive.'),
    to: described(RequestedTimestamp, 'Requested end of the window, UTC, exclusive.'),
    effectiveFrom: described(
      RequestedTimestamp,
      'Start of the served window, UTC; later than from when truncated is true.',
    ),
    truncated: described(v.boolean(), 'True when the window was shortened because no older slot is stored.'),
    methodologyVersions: described(
      v.array(Int32),
      'Versions of the calculation by which the served slots were computed, ascending. Empty when no slot of the window is stored.',
    ),
    points: described(
      v.array(CarbonSeriesPoint),
      'Every slot that begins in the window and has ended, in chronological order and without gaps.',
    ),
  }),
  'Carbon intensity of every slot of a window, by the newest version of the published data.',
)
export type CarbonSeriesResponse = v.InferOutput<typeof CarbonSeriesResponse>
