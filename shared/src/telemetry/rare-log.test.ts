import { expect, test } from 'bun:test'
import { createRareLog } from './rare-log.ts'

const intervalMs = 30

/** A log whose lines the test reads. */
function recordingLog(linesPerInterval: number) {
  const lines: { level: string; message: string; n?: number; suppressedLines?: number }[] = []
  const record =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push({ level, message, ...fields })
    }
  const logger = { warn: record('warn'), error: record('error') } as unknown as Parameters<
    typeof createRareLog
  >[0]['logger']
  return { lines, log: createRareLog({ logger, intervalMs, linesPerInterval }) }
}

test('a flood of one kind of line writes the first lines, then one line per interval with the suppressed count', async () => {
  const { lines, log } = recordingLog(2)
  for (let n = 1; n <= 1_000; n += 1) log.error({ n }, 'flood')
  expect(lines.map(({ n }) => n)).toEqual([1, 2])
  await Bun.sleep(2 * intervalMs)
  expect(lines.slice(2)).toEqual([{ level: 'error', message: 'flood', n: 1_000, suppressedLines: 998 }])
})

test('other kinds of line are written during a flood, and the same kind after it', async () => {
  const { lines, log } = recordingLog(1)
  for (let n = 1; n <= 10; n += 1) log.warn({ n }, 'flood')
  log.error({ n: 0 }, 'something else')
  expect(lines.map(({ message }) => message)).toEqual(['flood', 'something else'])
  // The interval of the flood, and the one that its last line began.
  await Bun.sleep(4 * intervalMs)
  log.warn({ n: 11 }, 'flood')
  expect(lines.slice(2)).toMatchObject([{ n: 10, suppressedLines: 9 }, { n: 11 }])
})

test('beyond a hundred kinds of line all others count as one, so memory is bounded', () => {
  const { lines, log } = recordingLog(1)
  for (let n = 1; n <= 1_000; n += 1) log.warn({ n }, `kind ${n}`)
  expect(lines.length).toBeLessThanOrEqual(101)
})
