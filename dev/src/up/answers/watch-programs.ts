/** A running program that answers on a health address. */
export type WatchedProgram = {
  name: string
  healthUrl: string
  hasExited(): boolean
  /** Ends its process, which is then restarted. */
  kill(): void
}

type Watch = {
  programs: readonly WatchedProgram[]
  say: (sentence: string) => void
  /** Ends the watch. */
  signal: AbortSignal
  bounds?: WatchBounds
}

/**
 * A program is restarted after `maxSilent` questions in a row without an answer within `timeoutMs`: half a minute by default, so that neither a busy
 * machine nor one that was suspended costs a restart.
 */
type WatchBounds = { everyMs: number; timeoutMs: number; maxSilent: number }
const usualBounds: WatchBounds = { everyMs: 10_000, timeoutMs: 5_000, maxSilent: 3 }

/** Restarts programs that run but do not answer. The supervisor notices a program that ends; a program that hangs is found only by asking it. */
export function watchPrograms({ programs, say, signal, bounds = usualBounds }: Watch): void {
  for (const program of programs) void watchProgram(program, say, signal, bounds)
}

async function watchProgram(
  program: WatchedProgram,
  say: Watch['say'],
  signal: AbortSignal,
  { everyMs, timeoutMs, maxSilent }: WatchBounds,
): Promise<void> {
  for (let silent = 0; !signal.aborted; ) {
    await Bun.sleep(everyMs)
    if (signal.aborted) return
    silent = program.hasExited() || (await answers(program.healthUrl, timeoutMs)) ? 0 : silent + 1
    if (silent < maxSilent) continue
    silent = 0
    say(`${program.name} runs but does not answer.`)
    program.kill()
  }
}

/** Whether the program answers in time, whatever it says. */
async function answers(url: string, timeoutMs: number): Promise<boolean> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).then(
    (answer) => answer.body?.cancel().then(() => true) ?? true,
    () => false,
  )
}
