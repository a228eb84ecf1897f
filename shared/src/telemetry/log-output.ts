import { writeSync } from 'node:fs'

/** Longest wait for a full pipe, pauses and ms of each: a reader that is slow for a moment loses no line, and a reader that hangs delays one request by 50 ms. */
const [maxPauses, pauseMs] = [10, 5]

let unwrittenLines = 0

/** Log lines that this process could not write since it started. */
export const countUnwrittenLogLines = (): number => unwrittenLines

/** Destination of the lines of pino. */
type LogOutput = { write(line: string): void }

/**
 * Writes log lines to a file descriptor and never throws: a line that cannot be written (full disk, closed pipe) is dropped and counted, because a
 * program must go on answering when its log cannot be kept.
 *
 * @param onWritable called when a line was written after some were not, with their number and the system's code of the first
 */
export function createLogOutput(fd: number, onWritable: (lines: number, code: string) => void): LogOutput {
  let pending: { lines: number; code: string } | null = null
  let isLineCut = false

  function drop(code: string): void {
    unwrittenLines += 1
    pending = { lines: (pending?.lines ?? 0) + 1, code: pending?.code ?? code }
  }

  return {
    write(line) {
      const outcome = writeLine(fd, isLineCut ? `\n${line}` : line, pending === null ? maxPauses : 0)
      if (outcome === null) isLineCut = false
      else {
        isLineCut ||= outcome.isLineCut
        return drop(outcome.code)
      }
      if (pending === null) return
      const { lines, code } = pending
      pending = null
      onWritable(lines, code)
    },
  }
}

/** @returns null when the line was written, else the system's code and whether a part of the line was */
function writeLine(fd: number, line: string, pauses: number): { code: string; isLineCut: boolean } | null {
  let rest: Buffer | null = null
  let writtenBytes = 0
  for (let paused = 0; ; ) {
    try {
      const count: number = rest === null ? writeSync(fd, line) : writeSync(fd, rest)
      if (count === 0) return { code: 'nothing written', isLineCut: writtenBytes > 0 }
      writtenBytes += count
      // A line of ASCII has as many bytes as characters.
      if (rest === null && count === line.length) return null
      rest = (rest ?? Buffer.from(line)).subarray(count)
      if (rest.length === 0) return null
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      const isFullPipe = code === 'EAGAIN'
      if (!isFullPipe || paused === pauses) return { code, isLineCut: writtenBytes > 0 }
      paused += 1
      Bun.sleepSync(pauseMs)
    }
  }
}
