import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks, Word } from '../definition/operator-payload.ts'

/** Realised consumption and its forecasts up to the day after tomorrow: adequacy. */
export const consumption = createOperatorFeed({
  id: 'consumption',
  holds: '`REALISED`, `ID`, `D-1`, `D-2`: MW',
  api: 'consumption',
  path: '/open_api/consumption/v1/short_term',
  // 90 days of `D-1` are refused (F04), although 186 days of realised values are not; 31 days of all types pass.
  maxWindowDays: 31,
  windowFormat: 'paris',
  queries: [{ type: 'REALISED,ID,D-1,D-2' }],
  absent: { codes: ['F04'] },
  everyMinutes: 15,
  firstFetchDays: 8,
  // The newest slot is a forecast, up to three days ahead: after an outage the window must still begin before the last
  // realised slots that were missed.
  revisionDays: 3,
  windowEnd: { daysAhead: 2 },
  normalise: normaliseConsumption,
})

/** A block of `short_term`, one per type; unknown members are ignored. */
const ConsumptionBlock = v.object({ type: Word, ...blockMembers })

/** The only measured series; the others are forecasts. */
export const realisedSeries = 'REALISED'
/** Types that are stored, and `CORRECTED`, which the operator accepts but leaves empty. */
const knownTypes: ReadonlySet<string> = new Set([realisedSeries, 'ID', 'D-1', 'D-2', 'CORRECTED'])

/**
 * MW with losses, without pumping. Series = type: `REALISED`, `ID`, `D-1` (quarter-hours), `D-2` (half-hours). Only the
 * slots show the span of a block: its bounds repeat the bounds of the request, even for a single slot. An unknown type is left out.
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
  return { ...readMeasurements(slots, blocks), newElements }
}
