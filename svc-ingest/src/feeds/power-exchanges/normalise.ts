import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { PowerExchangesPayload } from './payload.ts'
import { refuseZeroDays } from './zero-days.ts'

/** Day-ahead spot price, EUR/MWh. */
const priceSeries = 'PRICE'
/** Volume that was traded, MW. */
const volumeSeries = 'VOLUME'

/**
 * Two series of every slot, quarter-hours (since the auction of October 2025) or hours as they come. Negative prices are
 * valid; a missing price does not discard the volume; a whole day at exactly 0 is refused. The date is that of the auction, on the block.
 *
 * @throws UpstreamError `unusable`
 */
export function normalisePowerExchanges(payload: unknown): Normalised {
  const blocks = readPayload(PowerExchangesPayload, payload).france_power_exchanges
  const content = measurementsOf(
    blocks.flatMap(({ updated_date: updatedAt, values: slots }) => [
      { series: priceSeries, slots, updatedAt, valueMember: 'price' },
      { series: volumeSeries, slots, updatedAt },
    ]),
  )
  return refuseZeroDays(content, priceSeries)
}
