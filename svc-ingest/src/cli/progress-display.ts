/** Output of progress: a terminal, or a log. */
export type ProgressOutput = { isTTY?: boolean; columns?: number; write(text: string): unknown }

/** Shortest time between two redraws on a terminal, and between two lines of a log, ms. */
const redrawEveryMs = 100
const lineEveryMs = 10_000

/**
 * Shows progress: one redrawn line on a terminal, occasional plain lines elsewhere.
 *
 * @param textOf formats a state, given the elapsed time, ms
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
    // A wrapped line could not be redrawn in place.
    output.write(output.isTTY === true ? `\r\x1b[2K${text.slice(0, (output.columns ?? 80) - 1)}` : `${text}\n`)
  }

  return {
    show(progress: Progress): void {
      last = progress
      const everyMs = output.isTTY === true ? redrawEveryMs : lineEveryMs
      if (performance.now() - shownAtMs >= everyMs) draw(progress)
    },
    /** Draws the last state and ends the line. */
    end(): void {
      if (last !== null) draw(last)
      if (output.isTTY === true) output.write('\n')
    },
  }
}
