import { describe, expect, test } from 'bun:test'
import type { BackfillProgress } from '../backfill/run-backfill.ts'
import { formatDuration, formatProgress } from './backfill-text.ts'
import { createProgressDisplay } from './progress-display.ts'

const progress: BackfillProgress = { total: 40, done: 20, resumed: 10, changedSlots: 1234, failed: [] }

describe('the progress line', () => {
  test('shows how much of the total is done, the rate of this run and the time left', () => {
    expect(formatProgress(progress, 5_000)).toBe(
      '[############------------]  20/40 pieces  1234 new values  2.0 pieces/s  10s left',
    )
  })

  test('does not count the pieces of an earlier run in the rate', () => {
    expect(formatProgress({ ...progress, done: 10 }, 5_000)).toContain('rate unknown  time left unknown')
  })

  test('is complete when there is nothing to do', () => {
    expect(formatProgress({ ...progress, total: 0, done: 0, resumed: 0 }, 0)).toContain(
      '[########################]  0/0',
    )
  })

  test('writes durations in units that a person reads', () => {
    expect([9, 250, 3_900].map(formatDuration)).toEqual(['9s', '4m10s', '1h05m'])
  })
})

/** Collects the written text. */
function output(isTTY: boolean) {
  const written: string[] = []
  return { written, isTTY, columns: 40, write: (text: string) => written.push(text) }
}

describe('the display', () => {
  test('redraws one line on a terminal, never longer than the terminal is wide', () => {
    const terminal = output(true)
    const display = createProgressDisplay(terminal, formatProgress)
    display.show(progress)
    display.end()
    expect(terminal.written).toHaveLength(3)
    expect(terminal.written.at(-1)).toBe('\n')
    for (const text of terminal.written.slice(0, 2)) {
      expect(text.startsWith('\r\x1b[2K')).toBe(true)
      expect(text.length).toBeLessThanOrEqual(5 + 39)
    }
  })

  test('writes plain lines without a terminal, and always the last state', () => {
    const log = output(false)
    const display = createProgressDisplay(log, formatProgress)
    display.show({ ...progress, done: 10 })
    display.show(progress)
    display.end()
    expect(log.written).toHaveLength(2)
    expect(log.written[1]).toMatch(/^\[#+-+\] {2}20\/40 pieces.*\n$/)
  })
})
