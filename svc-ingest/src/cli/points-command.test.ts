import { expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { readCommand } from '@hexawatt/shared/testing/read-command'
import { findEndOfFill, pointsCommandLine } from './points-command.ts'

const today = Temporal.PlainDate.from('2026-02-03')
const parsed = (...argv: string[]) => readCommand(pointsCommandLine, argv)

test('days are read as dates, and the end may be left open', () => {
  const command = parsed('--from', '2026-01-01')
  expect(command).toMatchObject({ to: null, loadFeeds: false })
  expect(findEndOfFill(command, today).toString()).toBe('2026-02-04')
  expect(findEndOfFill(parsed('--from', '2026-01-01', '--to', '2026-01-08', '--load-feeds'), today).toString()).toBe(
    '2026-01-08',
  )
})

test('a call for help is distinguished from a span to compute', () => {
  expect(readCommandLine(pointsCommandLine, ['--help'])).toEqual({ helpText: expect.stringContaining('--load-feeds') })
})

test.each([
  [[], "Required option '--from' not specified"],
  [['--from', 'yesterday'], '--from takes a date'],
  [['--from', '2026-02-30'], '--from takes a date'],
  [['--from', '2026-01-08', '--to', '2026-01-08'], '--to must lie after --from'],
  [['--from', '2026-01-08', '--speed', '2'], 'bun run points --help'],
])('%j is refused with a sentence', (argv, sentence) => {
  expect(() => readCommandLine(pointsCommandLine, argv)).toThrow(sentence)
})

test('future days and spans without an end are refused', () => {
  expect(() => findEndOfFill(parsed('--from', '2026-02-04'), today)).toThrow('future')
  expect(() => findEndOfFill(parsed('--from', '1990-01-01'), today)).toThrow('At most 3700 days')
})
