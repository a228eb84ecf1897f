import { franceEicCode, listUnknownAreas } from '@hexawatt/shared/grid/borders'
import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks } from '../definition/operator-payload.ts'

/** Hourly physical flow per border and direction: the imports of the consumption boundary. */
export const physicalFlows = createOperatorFeed({
  id: 'physical_flows',
  holds: '`SENDER>RECEIVER` in area codes, MW, hourly',
  api: 'physical_flow',
  path: '/open_api/physical_flow/v1/physical_flows',
  maxWindowDays: 14,
  windowFormat: 'paris',
  everyMinutes: 15,
  firstFetchDays: 8,
  revisionDays: 2,
  windowEnd: { daysAhead: 0 },
  normalise: normalisePhysicalFlows,
})

/** A block of `physical_flows`; unknown members are ignored. */
const FlowBlock = v.object({
  sender_country_eic_code: v.string(),
  receiver_country_eic_code: v.string(),
  ...blockMembers,
})

/**
 * Series = `SENDER>RECEIVER` in area codes, one per direction of a border or cable. France is always on one side. The flow of an area that is not known
 * is stored, because this feed has nothing but areas, and reported.
 */
export function normalisePhysicalFlows(payload: unknown): Normalised {
  const read = readBlocks(payload, ['physical_flows'], FlowBlock)
  const blocks = read.readable
    .map((block) => ({ sender: block.sender_country_eic_code, receiver: block.receiver_country_eic_code, block }))
    .filter(({ sender, receiver }) => sender === franceEicCode || receiver === franceEicCode)
  const slots = blocks.map(({ sender, receiver, block }) => ({
    series: `${sender}>${receiver}`,
    slots: block.values,
    updatedAt: block.updated_date,
    span: block,
  }))
  return { ...readMeasurements(slots, read), newElements: listUnknownAreas(slots.map(({ series }) => series)) }
}
