import { HexawattConnectionError, networkError } from '../errors/hexawatt-connection-error.ts'
import type { Deadline } from './deadline.ts'

/**
 * The text of a body, piece by piece. With a deadline, its time runs only while a piece is awaited, anew for each.
 * Whoever stops early ends the transfer.
 *
 * @throws HexawattConnectionError `network` when the body breaks off
 */
export async function* textPieces(response: Response, deadline?: Deadline): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  try {
    for (;;) {
      deadline?.restart()
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw networkError(cause)
      })
      deadline?.pause()
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    // Of a body that has failed or ended there is nothing left to cancel.
    await reader.cancel().catch(() => undefined)
  }
}

/** @throws HexawattConnectionError `unexpected_answer` beyond `maxCharacters`, `network` when the body breaks off */
export async function readText(response: Response, maxCharacters: number): Promise<string> {
  const pieces: string[] = []
  let characters = 0
  for await (const piece of textPieces(response)) {
    characters += piece.length
    if (characters > maxCharacters) throw tooLong('body', maxCharacters, response.status)
    pieces.push(piece)
  }
  return pieces.join('')
}

/**
 * The lines of a text that comes in pieces, without their line feeds; a last line needs none.
 *
 * @throws HexawattConnectionError `unexpected_answer` when a line is longer than `maxCharacters`
 */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  maxCharacters: number,
): AsyncGenerator<string, void, undefined> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > maxCharacters) throw tooLong('line', maxCharacters, 200)
  }
  if (rest !== '') yield rest
}

function tooLong(what: 'body' | 'line', maxCharacters: number, status: number): HexawattConnectionError {
  return new HexawattConnectionError('unexpected_answer', `A ${what} of more than ${maxCharacters} characters came.`, {
    status,
  })
}

/** The object that a text holds; null when it is no JSON or no object. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
