import { franceEicCode, listUnknownAreas } from '@hexawatt/shared/grid/borders'
import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { FlowBlock } from './payload.ts'

/**
 * Series = `SENDER>RECEIVER` in area codes, one per direction of a border or cable. France is always on one side. The flow of an area that is not known
 * is kept, because this feed has nothing but areas, and reported.
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
  return { ...measurementsOf(slots, read), newElements: listUnknownAreas(slots.map(({ series }) => series)) }
}
