import { expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { createUsageCommandLine } from './usage-arguments.ts'

const now = Temporal.Instant.from('2026-11-30T23:59:59Z')
const parseUsageArguments = (argv: readonly string[]) => readCommandLine(createUsageCommandLine(now), argv)

test('the running month and a past month are accepted', () => {
  expect(parseUsageArguments(['--month', '2026-11'])).toEqual({ month: '2026-11', json: false })
  expect(parseUsageArguments(['--json', '--month=2025-12'])).toEqual({
    month: '2025-12',
    json: true,
  })
  expect(parseUsageArguments(['-h'])).toEqual({ helpText: expect.stringContaining('--month 2026-11') })
})

const refusals: [string[], string][] = [
  [[], "Required option '--month' not specified (bun run usage --help)."],
  [['--month', '2026-13'], 'a calendar month such as 2026-11, not "2026-13"'],
  [['--month', '2026-00'], 'not "2026-00"'],
  [['--month', '2026-1'], 'not "2026-1"'],
  [['--month', '2026-11-01'], 'not "2026-11-01"'],
  [['--month', '0000-01'], 'not "0000-01"'],
  [['--month', 'november'], 'not "november"'],
  [['--month', '2026-12'], 'has not begun yet'],
  [['--month', '2026-11', '--csv'], '--csv'],
  [['2026-11'], '2026-11'],
]

test.each(refusals)('%j is refused with one sentence', (argv, sentence) => {
  expect(() => parseUsageArguments(argv)).toThrow(sentence)
})
