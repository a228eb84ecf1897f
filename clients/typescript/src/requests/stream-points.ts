import { linesOf, parseObject, textPieces } from '../answers/body-text.ts'
import { unexpectedBody } from '../answers/refusal.ts'
import type { StreamedHistoryPoint } from '../bodies/score-history.ts'
import { addressOf, type HistoryQuery, historyParameters } from './parameters.ts'
import type { CallOptions, Send } from './send.ts'

/** Longest line that is read, characters; a point has some 300. */
const maxLineCharacters = 64 * 1024

/** Makes what reads a history point by point: one line is held at a time, however long the history is. */
export function createStreamPoints(send: Send, path: string) {
  /**
   * Asks at the first step. Leaving the loop ends the transfer.
   *
   * @throws as `send`; once points have come, a transfer that breaks off is thrown and not tried again
   */
  return async function* streamPoints(
    query: HistoryQuery = {},
    call: CallOptions = {},
  ): AsyncGenerator<StreamedHistoryPoint, void, undefined> {
    const address = addressOf(path, historyParameters(query))
    const request = { address, accept: 'application/x-ndjson', needsKey: true, ifNoneMatch: null, call } as const
    const { response, deadline } = await send(request, async (response, deadline) => ({ response, deadline }))
    try {
      for await (const line of linesOf(textPieces(response, deadline), maxLineCharacters)) {
        const point = parseObject(line)
        if (point === null) throw unexpectedBody(response)
        yield point as StreamedHistoryPoint
      }
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : error
    } finally {
      deadline.end()
    }
  }
}
