import { franceEicCode, isKnownArea } from '@hexawatt/shared/grid/borders'
import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { PhysicalFlowsPayload } from './payload.ts'

/**
 * Series = `SENDER>RECEIVER` in area codes, one per direction of a border or cable. France is always on one side. The flow of an area that is not known
 * is kept, because this feed has nothing but areas, and reported.
 */
export function normalisePhysicalFlows(payload: unknown): Normalised {
  const blocks = readPayload(PhysicalFlowsPayload, payload)
    .physical_flows.map((block) => ({
      sender: block.sender_country_eic_code,
      receiver: block.receiver_country_eic_code,
      block,
    }))
    .filter(({ sender, receiver }) => sender === franceEicCode || receiver === franceEicCode)
  const areas = new Set(blocks.map(({ sender, receiver }) => (sender === franceEicCode ? receiver : sender)))
  return {
    ...measurementsOf(
      blocks.map(({ sender, receiver, block }) => ({ series: `${sender}>${receiver}`, slots: block.values })),
    ),
    newElements: [...areas].filter((area) => !isKnownArea(area)),
  }
}
