import type { Logger } from './logger.ts'

/** Lines of one kind that are written in an interval: enough to see different causes. */
const defaultLinesPerInterval = 5
const defaultIntervalMs = 60_000

/** Kinds that are counted apart; further kinds are counted as one. Kinds are texts of the program, so that there are few. */
const maxKinds = 100

export type RareLogDeps = {
  logger: Pick<Logger, 'warn' | 'error'>
  intervalMs?: number
  linesPerInterval?: number
}

type Line = { level: 'warn' | 'error'; fields: object; message: string }

/**
 * Makes the log of events that anyone outside can cause as often as they like. It writes the first lines of a kind (its message) in each interval; at the
 * end of the interval it writes the last line that was suppressed, with `suppressedLines`, so that a flood is visible and does not fill the disk.
 */
export function createRareLog(deps: RareLogDeps) {
  const { logger, intervalMs = defaultIntervalMs, linesPerInterval = defaultLinesPerInterval } = deps
  const kinds = new Map<string, { written: number; suppressed: number; last: Line | null }>()

  function write({ level, fields, message }: Line): void {
    logger[level](fields, message)
  }

  /** Begins the interval of a kind. Its timer does not keep a program running. */
  function beginInterval(kind: string, written: number): void {
    kinds.set(kind, { written, suppressed: 0, last: null })
    setTimeout(() => endInterval(kind), intervalMs).unref()
  }

  function endInterval(kind: string): void {
    const ended = kinds.get(kind)
    kinds.delete(kind)
    if (ended?.last == null) return
    write({ ...ended.last, fields: { ...ended.last.fields, suppressedLines: ended.suppressed } })
    // If the flood continues, this line belongs to the next interval.
    beginInterval(kind, 1)
  }

  function log(line: Line): void {
    const kind = kinds.has(line.message) || kinds.size < maxKinds ? line.message : 'other'
    const counted = kinds.get(kind)
    if (counted === undefined) {
      beginInterval(kind, 1)
      write(line)
    } else if (counted.written < linesPerInterval) {
      counted.written += 1
      write(line)
    } else {
      counted.suppressed += 1
      counted.last = line
    }
  }

  return {
    warn: (fields: object, message: string): void => log({ level: 'warn', fields, message }),
    error: (fields: object, message: string): void => log({ level: 'error', fields, message }),
  }
}
