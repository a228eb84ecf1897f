import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { ConsumptionPayload } from './payload.ts'

/** The one series of what was measured; the others are forecasts. */
export const realisedSeries = 'REALISED'

/**
 * MW with losses, without pumping. Series = type: `REALISED`, `ID`, `D-1` (quarter-hours), `D-2` (half-hours). What a block covers
 * is told by its slots alone: its bounds are those of the request, also when it holds one slot.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseConsumption(payload: unknown): Normalised {
  const blocks = readPayload(ConsumptionPayload, payload).short_term
  return measurementsOf(blocks.map(({ type, values }) => ({ series: type, slots: values })))
}
