import { expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { backfillCommandLine } from './backfill-command.ts'

const parseBackfillArguments = (argv: readonly string[]) => readCommandLine(backfillCommandLine, argv)

test('a whole backfill command line is parsed, and an omitted option gets its default', () => {
  expect(parseBackfillArguments(['--from', '2025-01-01'])).toEqual({
    from: Temporal.PlainDate.from('2025-01-01'),
    to: null,
    feeds: [],
    publisher: null,
    callsPerSecond: 2,
    parallel: 4,
  })
  const whole =
    '--from 2025-01-01 --to 2026-01-01 --feed consumption --feed imbalance --calls-per-second 0.5 --parallel 1'
  expect(parseBackfillArguments(whole.split(' '))).toMatchObject({
    to: Temporal.PlainDate.from('2026-01-01'),
    feeds: ['consumption', 'imbalance'],
    callsPerSecond: 0.5,
    parallel: 1,
  })
  expect(parseBackfillArguments(['--help'])).toEqual({ helpText: expect.stringContaining('run again') })
})

test.each([
  [[], "Required option '--from' not specified"],
  [['--from', '2025-02-30'], 'takes a date'],
  [['--from', '2025'], 'takes a date'],
  [['--from', '2025-01-02', '--to', '2025-01-02'], '--to must lie after --from'],
  [['--from', '2025-01-01', '--feed', 'coal'], 'not "coal"'],
  [['--from', '2025-01-01', '--source', 'rte'], 'not "rte"'],
  [['--from', '2025-01-01', '--calls-per-second', '0'], '--calls-per-second takes a number from 0.01 to 100, not "0"'],
  [
    ['--from', '2025-01-01', '--parallel', 'many'],
    `--parallel takes a whole number from 1 to ${feedIds.length}, not "many"`,
  ],
  [['--from', '2025-01-01', '--speed', '3'], '--speed'],
])('%j is refused with one sentence', (argv, reason) => {
  expect(() => parseBackfillArguments(argv)).toThrow(reason)
})
