import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { whenRead } from '../sources/when-read.ts'
import type { Payload } from './encoded-bodies.ts'

/** What an answer says beside its body. */
export type AnswerFacts = {
  /** null when nothing is stored that could tell. */
  mode: DataMode | null
  isDegraded: boolean
}

/** An answer that is encoded already. */
export type EncodedAnswer = AnswerFacts & { payload: Payload }

/** Headers that the framework sends. */
export type SentHeaders = Record<string, string | number>

/** Adds what an answer says beside its body to the headers that the framework sends: making a `Response` of one's own is dearer. */
export function writeHeaders(headers: SentHeaders, { mode, isDegraded }: AnswerFacts): void {
  headers['content-type'] = 'application/json'
  if (mode !== null) headers[dataModeHeader] = mode
  if (isDegraded) headers[confidenceHeader] = 'degraded'
}

/** Hands an encoded answer to the framework, as soon as it is there. */
export function send(headers: SentHeaders, answer: EncodedAnswer | Promise<EncodedAnswer>): Payload | Promise<Payload> {
  return whenRead(answer, (encoded) => {
    writeHeaders(headers, encoded)
    return encoded.payload
  })
}
