import {
  type Answer,
  type DataFacts,
  makeUnexpectedBodyError,
  readDataFacts,
  readRateLimit,
  readRequestId,
} from '../answers/answer.ts'
import { parseObject, readText, readTextPieces, splitLines } from '../answers/body-text.ts'
import type { KeptAnswer, KeptAnswers } from '../answers/kept-answers.ts'
import { makeAddress, type Parameters } from './address.ts'
import type { ApiRequest, CallOptions, Send } from './send.ts'

/** Longest body that is read whole, characters: a year of raw history has about 14 million. */
const maxBodyCharacters = 64 * 1024 * 1024

/** A request whose response is read whole. */
export type WholeRequest = Pick<ApiRequest, 'address' | 'needsKey' | 'call'>

/** Makes the function that requests JSON, with the ETag of a kept body where there is one. */
export function createAsk(send: Send, kept: KeptAnswers) {
  /**
   * Requests an address. `Body` is trusted: the body is only checked to be an object.
   * @throws as `send`; HexawattConnectionError `unexpected_answer` when the body is not an object
   */
  return function ask<Body>(request: WholeRequest): Promise<Answer<Body>> {
    const known = kept.find(request.address)
    const apiRequest = { ...request, accept: 'application/json', ifNoneMatch: known?.etag ?? null } as const
    return send(apiRequest, async (response, deadline) => {
      const answer = await (response.status === 304 && known !== null
        ? keptAnswer<Body>(response, known)
        : newAnswer<Body>(response, request.address, kept))
      deadline.end()
      return answer
    })
  }
}

async function newAnswer<Body>(response: Response, address: string, kept: KeptAnswers): Promise<Answer<Body>> {
  const text = await readText(response, maxBodyCharacters)
  const facts = readDataFacts(response.headers)
  const answer = answerOf<Body>(response, text, facts, false)
  const { etag } = facts
  if (etag !== null) kept.keep(address, { ...facts, etag, text })
  return answer
}

function keptAnswer<Body>(response: Response, known: KeptAnswer): Answer<Body> {
  const facts = readDataFacts(response.headers)
  // A 304 may omit the headers about the data; where it has them, they are newer.
  return answerOf<Body>(response, known.text, facts.dataMode === null ? known : { ...facts, etag: known.etag }, true)
}

function answerOf<Body>(
  response: Response,
  text: string,
  { etag, dataMode, isDegraded }: DataFacts,
  isNotModified: boolean,
): Answer<Body> {
  const body = parseObject(text)
  if (body === null) throw makeUnexpectedBodyError(response)
  return {
    data: body as Body,
    etag,
    requestId: readRequestId(response.headers),
    dataMode,
    isDegraded,
    rateLimit: readRateLimit(response.headers),
    isNotModified,
  }
}

/** Longest line that is read, characters; a point has about 300. */
const maxLineCharacters = 64 * 1024

/** Makes the function that reads a window point by point, one line in memory at a time. */
export function createStreamPoints<Query extends object, Point>(
  send: Send,
  path: string,
  parametersOf: (query: Partial<Query>) => Parameters,
) {
  /**
   * Sends the request at the first step. `Point` is trusted: a line is only checked to be an object. Leaving the loop ends the transfer.
   *
   * @throws as `send`; after the first point, a failed transfer is not retried
   */
  return async function* streamPoints(
    query: Partial<Query> = {},
    call: CallOptions = {},
  ): AsyncGenerator<Point, void, undefined> {
    const address = makeAddress(path, parametersOf(query))
    const request = { address, accept: 'application/x-ndjson', needsKey: true, ifNoneMatch: null, call } as const
    const { response, deadline } = await send(request, async (response, deadline) => ({ response, deadline }))
    try {
      for await (const line of splitLines(readTextPieces(response, deadline), maxLineCharacters)) {
        const point = parseObject(line)
        if (point === null) throw makeUnexpectedBodyError(response)
        yield point as Point
      }
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : error
    } finally {
      deadline.end()
    }
  }
}
