import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import type { DataMode } from '@hexawatt/shared/grid/feeds'

/** What an answer says beside its body. */
export type AnswerFacts = {
  /** null when nothing is stored that could tell. */
  mode: DataMode | null
  isDegraded: boolean
}

/** An answer that is encoded already. */
export type EncodedAnswer = AnswerFacts & { bytes: Uint8Array<ArrayBuffer> }

/** Adds what an answer says beside its body to the headers that the framework sends: making a `Response` of one's own is dearer. */
export function writeHeaders(headers: Record<string, string | number>, { mode, isDegraded }: AnswerFacts): void {
  headers['content-type'] = 'application/json'
  if (mode !== null) headers[dataModeHeader] = mode
  if (isDegraded) headers[confidenceHeader] = 'degraded'
}
