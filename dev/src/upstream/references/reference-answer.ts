import type { Fault } from '../faults/fault.ts'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import { sendText } from '../operator/answer-faults.ts'
import { answerHeaders } from '../operator/operator-route.ts'
import type { Answer, GridSource } from '../subjects/grid-source.ts'

export type ReferenceDeps = { source: GridSource; faults: FaultSwitch }

/** Sends a reference body with the headers of the answer that it derives from. */
export function sendReference(answer: Answer<unknown>, body: unknown, faults: readonly Fault[]): Response {
  return sendText(faults, JSON.stringify(body), { headers: answerHeaders(answer) })
}
