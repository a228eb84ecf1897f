/** Where progress is shown. */
export type ProgressOutput = { isTTY?: boolean; columns?: number; write(text: string): unknown }

/** A terminal's line is drawn again at most this often; a log gets a line this often, ms. */
const redrawEveryMs = 100
const lineEveryMs = 10_000

/**
 * Shows progress: one line that is drawn again on a terminal, plain lines now and then elsewhere.
 *
 * @param textOf the line of a state, given the time since the beginning, ms
 */
export function createProgressDisplay<Progress>(
  output: ProgressOutput,
  textOf: (progress: Progress, elapsedMs: number) => string,
) {
  const startedAtMs = performance.now()
  let shownAtMs = Number.NEGATIVE_INFINITY
  let last: Progress | null = null

  function draw(progress: Progress): void {
    shownAtMs = performance.now()
    const text = textOf(progress, shownAtMs - startedAtMs)
    // A line that wraps could not be drawn again in its place.
    output.write(output.isTTY === true ? `\r\x1b[2K${text.slice(0, (output.columns ?? 80) - 1)}` : `${text}\n`)
  }

  return {
    show(progress: Progress): void {
      last = progress
      const everyMs = output.isTTY === true ? redrawEveryMs : lineEveryMs
      if (performance.now() - shownAtMs >= everyMs) draw(progress)
    },
    /** Draws the last state and leaves the line. */
    end(): void {
      if (last !== null) draw(last)
      if (output.isTTY === true) output.write('\n')
    },
  }
}
