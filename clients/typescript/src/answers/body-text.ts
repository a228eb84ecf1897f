import { HexawattConnectionError, makeNetworkError } from '../errors/hexawatt-errors.ts'

/**
 * The text of a body in pieces. The time of a deadline runs only while a piece is awaited, and restarts with each. Leaving the loop ends the
 * transfer.
 *
 * @throws HexawattConnectionError `network` when the body breaks off
 */
export async function* readTextPieces(
  response: Response,
  deadline?: Deadline,
): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  try {
    for (;;) {
      deadline?.restart()
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw makeNetworkError(cause)
      })
      deadline?.pause()
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    // A body that has failed or ended cannot be cancelled.
    await reader.cancel().catch(() => undefined)
  }
}

/** @throws HexawattConnectionError `unexpected_answer` beyond `maxCharacters`, `network` when the body breaks off */
export async function readText(response: Response, maxCharacters: number): Promise<string> {
  const pieces: string[] = []
  let characters = 0
  for await (const piece of readTextPieces(response)) {
    characters += piece.length
    if (characters > maxCharacters) throw tooLong('body', maxCharacters, response.status)
    pieces.push(piece)
  }
  return pieces.join('')
}

/**
 * The lines of a text in pieces, without line feeds; the last line needs none.
 *
 * @throws HexawattConnectionError `unexpected_answer` when a line is longer than `maxCharacters`
 */
export async function* splitLines(
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
  return new HexawattConnectionError(
    'unexpected_answer',
    `A ${what} of more than ${maxCharacters} characters was received.`,
    {
      status,
    },
  )
}

/** Parses a JSON object; null for any other text. */
export function parseObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

/** Parses a JSON array; null for any other text. */
export function parseArray(text: string): unknown[] | null {
  const value = parseJson(text)
  return Array.isArray(value) ? value : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A time limit that also ends when the caller's signal does. */
export type Deadline = {
  /** Aborted with a `timeout` error, or with the reason of the caller's signal. */
  signal: AbortSignal
  /** Restarts the full time. */
  restart: () => void
  /** Stops the time, for example while the caller processes a piece. */
  pause: () => void
  /** Releases the timer and the caller's signal. */
  end: () => void
}

/** Starts a time limit. (`AbortSignal.any` and `AbortSignal.timeout` can neither be paused nor released.) */
export function startDeadline(limitMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const passOn = () => controller.abort(outer?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = () => clearTimeout(timer)
  const restart = () => {
    pause()
    timer = setTimeout(() => controller.abort(lateError(limitMs)), limitMs)
  }
  if (outer?.aborted) passOn()
  else outer?.addEventListener('abort', passOn, { once: true })
  restart()
  return {
    signal: controller.signal,
    restart,
    pause,
    end() {
      pause()
      outer?.removeEventListener('abort', passOn)
    },
  }
}

function lateError(limitMs: number): HexawattConnectionError {
  return new HexawattConnectionError('timeout', `No answer within ${limitMs} ms.`)
}
