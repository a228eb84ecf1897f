import { mapMaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { cacheControl } from '@hexawatt/shared/http/cache-control'
import type { Validators } from '@hexawatt/shared/http/conditional'
import { type Exchange, isBodyWanted } from '@hexawatt/shared/http/data-headers'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { LatestSnapshots } from '../sources/latest-snapshots.ts'
import type { Payload } from './encoded-bodies.ts'

/** What an answer says beside its body. */
export type AnswerFacts = {
  /** null when nothing is stored that could tell. */
  mode: DataMode | null
  isDegraded: boolean
  validators: Required<Validators>
  maxAgeSeconds: number
}

/** An answer that is encoded already. */
export type EncodedAnswer = AnswerFacts & { payload: Payload }

/**
 * Adds what an answer says beside its body to the headers that the framework sends: making a `Response` of one's own is dearer.
 *
 * @returns whether the body is to be sent: a client that has it already gets a 304
 */
export function writeHeaders(
  exchange: Exchange,
  { mode, isDegraded, validators, maxAgeSeconds }: AnswerFacts,
): boolean {
  const { headers } = exchange.set
  if (mode !== null) headers[dataModeHeader] = mode
  if (isDegraded) headers[confidenceHeader] = 'degraded'
  headers['cache-control'] = cacheControl(maxAgeSeconds)
  const isWanted = isBodyWanted(exchange, validators)
  if (isWanted) headers['content-type'] = 'application/json'
  return isWanted
}

/** Hands an encoded answer to the framework once it is there; a client that has it already gets no body. */
export function send(
  exchange: Exchange,
  answer: EncodedAnswer | Promise<EncodedAnswer>,
): Payload | undefined | Promise<Payload | undefined> {
  return mapMaybePromise(answer, (encoded) => (writeHeaders(exchange, encoded) ? encoded.payload : undefined))
}

/** What every answer is made from. */
export type AnswerDeps = { latest: LatestSnapshots; clock: Clock }
