import { franceEicCode } from '@hexawatt/shared/grid/borders'
import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { PhysicalFlowsPayload } from './payload.ts'

/** Series = `SENDER>RECEIVER` in area codes, one per direction of a border or cable. France is always on one side. */
export function normalisePhysicalFlows(payload: unknown): Normalised {
  const blocks = readPayload(PhysicalFlowsPayload, payload).physical_flows
  return measurementsOf(
    blocks
      .map((block) => ({ sender: block.sender_country_eic_code, receiver: block.receiver_country_eic_code, block }))
      .filter(({ sender, receiver }) => sender === franceEicCode || receiver === franceEicCode)
      .map(({ sender, receiver, block }) => ({ series: `${sender}>${receiver}`, slots: block.values })),
  )
}
