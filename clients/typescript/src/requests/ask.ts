import { type Answer, type DataFacts, readDataFacts, readRateLimit, readRequestId } from '../answers/answer.ts'
import { parseObject, readText } from '../answers/body-text.ts'
import type { KeptAnswer, KeptAnswers } from '../answers/kept-answers.ts'
import { unexpectedBody } from '../answers/refusal.ts'
import type { ApiRequest, Send } from './send.ts'

/** Longest body that is read at once, characters: a year of raw history has some 14 million. Longer ones are for the stream. */
const maxBodyCharacters = 64 * 1024 * 1024

/** A request whose answer is read whole. */
export type WholeRequest = Pick<ApiRequest, 'address' | 'needsKey' | 'call'>

/** Makes what asks for JSON, and asks for what it knows by its ETag only. */
export function createAsk(send: Send, kept: KeptAnswers) {
  /**
   * Asks the API. `Body` is the contract's word: the body is checked to be an object and no further.
   *
   * @throws as `send`; HexawattConnectionError `unexpected_answer` when the body is no object
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
  // A 304 need not repeat what the headers said of the data; where it does, it is the newer word.
  return answerOf<Body>(response, known.text, facts.dataMode === null ? known : { ...facts, etag: known.etag }, true)
}

function answerOf<Body>(
  response: Response,
  text: string,
  { etag, dataMode, isDegraded }: DataFacts,
  isNotModified: boolean,
): Answer<Body> {
  const body = parseObject(text)
  if (body === null) throw unexpectedBody(response)
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
