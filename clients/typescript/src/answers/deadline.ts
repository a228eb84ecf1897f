import { HexawattConnectionError } from '../errors/hexawatt-connection-error.ts'

/** A time limit that also ends when the caller's signal does. */
export type Deadline = {
  /** Aborted with a `timeout` error, or with the reason of the caller's signal. */
  signal: AbortSignal
  /** Gives the whole time again. */
  restart: () => void
  /** Stops the time, such as while the caller works on what it has got. */
  pause: () => void
  /** Lets go of the timer and of the caller's signal. */
  end: () => void
}

/** Starts a time limit. (`AbortSignal.any` and `AbortSignal.timeout` could neither be paused nor be let go of.) */
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
