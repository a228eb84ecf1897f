import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { AuctionBlock } from './payload.ts'
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
  const blocks = readBlocks(payload, ['france_power_exchanges'], AuctionBlock)
  const content = measurementsOf(
    blocks.readable.flatMap((block) => {
      const common = { slots: block.values, updatedAt: block.updated_date, span: block }
      return [
        { ...common, series: priceSeries, valueMember: 'price' },
        { ...common, series: volumeSeries },
      ]
    }),
    blocks,
  )
  return refuseZeroDays(content, priceSeries)
}
