import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { ConsumptionBlock } from './payload.ts'

/** The only measured series; the others are forecasts. */
export const realisedSeries = 'REALISED'
/** Types that are stored, and `CORRECTED`, which the operator accepts but leaves empty. */
const knownTypes: ReadonlySet<string> = new Set([realisedSeries, 'ID', 'D-1', 'D-2', 'CORRECTED'])

/**
 * MW with losses, without pumping. Series = type: `REALISED`, `ID`, `D-1` (quarter-hours), `D-2` (half-hours). Only the
 * slots tell what a block covers: its bounds repeat those of the request, even when it holds a single slot. A type that is not known is left out.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseConsumption(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['short_term'], ConsumptionBlock)
  const known = blocks.readable.filter(({ type }) => knownTypes.has(type))
  const newElements = blocks.readable.filter(({ type }) => !knownTypes.has(type)).map(({ type }) => `type ${type}`)
  const slots = known.map((block) => ({
    series: block.type,
    slots: block.values,
    updatedAt: block.updated_date,
    span: block,
  }))
  return { ...measurementsOf(slots, blocks), newElements }
}
