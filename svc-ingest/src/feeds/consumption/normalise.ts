import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { ConsumptionPayload } from './payload.ts'

/** The only measured series; the others are forecasts. */
export const realisedSeries = 'REALISED'

/**
 * MW with losses, without pumping. Series = type: `REALISED`, `ID`, `D-1` (quarter-hours), `D-2` (half-hours). Only the
 * slots tell what a block covers: its bounds repeat those of the request, even when it holds a single slot.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseConsumption(payload: unknown): Normalised {
  const blocks = readPayload(ConsumptionPayload, payload).short_term
  return measurementsOf(blocks.map(({ type, values }) => ({ series: type, slots: values })))
}
