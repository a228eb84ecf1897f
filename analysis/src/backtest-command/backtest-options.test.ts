import { describe, expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { runProgram } from '../testing/run-program.ts'
import { backtestCommandLine, listColdStartWindows, listDaysToReplay } from './backtest-options.ts'

const parseBacktestOptions = (args: readonly string[]) => readCommandLine(backtestCommandLine, args)

const problem = (...args: string[]): string => {
  try {
    parseBacktestOptions(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return ''
}

const day = Temporal.PlainDate.from

test('both days are Paris days, all days are the default, and a folder is used only if named', () => {
  expect(parseBacktestOptions(['--from', '2023-02-01', '--to', '2025-01-13'])).toEqual({
    boundary: 'production',
    days: { from: day('2023-02-01'), to: day('2025-01-13') },
    folder: null,
    weeklyStandIn: false,
    method: 'analog',
    omission: { missing: null, daysOfData: null, daysOfWindAndSun: null },
    emulation: new Set(),
    refinements: 'all',
    otherYear: null,
  })
  expect(parseBacktestOptions(['--data', 'here', '--weekly-stand-in'])).toEqual({
    boundary: 'production',
    days: null,
    folder: 'here',
    weeklyStandIn: true,
    method: 'analog',
    omission: { missing: null, daysOfData: null, daysOfWindAndSun: null },
    emulation: new Set(),
    refinements: 'all',
    otherYear: null,
  })
  expect(parseBacktestOptions(['--method', 'yesterday', '--without', 'price', '--days-of-data', '7'])).toMatchObject({
    method: 'sameHour',
    omission: { missing: 'price', daysOfData: 7, daysOfWindAndSun: null },
  })
  expect(parseBacktestOptions(['--days-of-data', '28', '--days-of-wind-and-sun', '8'])).toMatchObject({
    omission: { daysOfData: 28, daysOfWindAndSun: 8 },
  })
  expect(parseBacktestOptions(['--method', 'carry-over'])).toMatchObject({ method: 'carryOver' })
  expect(parseBacktestOptions(['--emulate', 'weather'])).toMatchObject({ emulation: new Set(['weather']) })
  expect(parseBacktestOptions(['--emulate', 'all'])).toMatchObject({
    emulation: new Set(['fresh-hour', 'horizons', 'load']),
  })
  expect(
    parseBacktestOptions(['--boundary', 'consumption', '--from', '2022-05-01', '--to', '2022-05-31']),
  ).toMatchObject({
    boundary: 'consumption',
    days: { from: day('2022-05-01'), to: day('2022-05-31') },
  })
  expect(parseBacktestOptions(['--refinements', 'ridge'])).toMatchObject({ refinements: 'ridge' })
  expect(parseBacktestOptions(['--help'])).toEqual({ helpText: expect.stringContaining('--weekly-stand-in') })
})

test('every shipped day with a week of history and two days ahead is replayed', () => {
  const shipped = findRecordFolder(shippedRecordingsDir)
  expect(listDaysToReplay(shipped, null).map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2025-01-09 2025-01-19',
    '2025-03-28 2025-03-31',
    '2025-07-13 2025-07-23',
  ])
  const asked = { from: day('2025-01-15'), to: day('2025-01-16') }
  expect(listDaysToReplay(shipped, asked)).toEqual([asked])
})

test('a cold start is judged in the same 14 weeks of 2024 as its target figures', () => {
  const windows = listColdStartWindows().map(({ from, to }) => `${from} ${to}`)
  expect(windows).toHaveLength(14)
  expect([windows[0], windows[1], windows[13]]).toEqual([
    '2024-01-08 2024-01-14',
    '2024-02-04 2024-02-10',
    '2024-12-24 2024-12-30',
  ])
})

test('days that a folder cannot replay are refused with those that it can', () => {
  const shipped = findRecordFolder(shippedRecordingsDir)
  for (const [from, to] of [
    ['2024-10-01', '2024-10-31'],
    // From one recording into another.
    ['2025-01-15', '2025-03-30'],
  ] as const) {
    expect(() => listDaysToReplay(shipped, { from: day(from), to: day(to) })).toThrow(
      `--from and --to take days from 2025-01-09 to 2025-01-19 or from 2025-03-28 to 2025-03-31 or from 2025-07-13 to 2025-07-23, not ${from} and ${to}.`,
    )
  }
})

describe('a wrong argument is answered with its name, what came and what is accepted', () => {
  for (const [args, ...expected] of [
    [['--to', '2024-02-01'], '--from is missing', 'together'],
    [['--from', '2024-02-30', '--to', '2024-03-01'], '--from', '"2024-02-30"', '2024-03-31'],
    [['--from', '2024-02-01', '--to', 'tomorrow'], '--to', '"tomorrow"'],
    [['--from', '2024-02-01'], '--to is missing', 'together'],
    [['--from', '2024-03-02', '--to', '2024-03-01'], '--from', '2024-03-02 is after 2024-03-01'],
    [['--method', 'guess'], '--method', 'analog, carry-over or yesterday'],
    [['--boundary', 'grid'], '--boundary', 'production or consumption'],
    [
      ['--boundary', 'consumption', '--method', 'yesterday'],
      '--method is an option of --boundary production',
      '--from, --to and --data',
    ],
    [['--boundary', 'consumption', '--days-of-data', '7'], '--days-of-data is an option of --boundary production'],
    [['--form', '2024-03-02'], '--form', 'bun run backtest --help'],
  ] as const) {
    test(args.join(' '), () => {
      for (const part of expected) expect(problem(...args)).toContain(part)
    })
  }
})

const runBacktest = (...args: string[]) => runProgram('backtest-command/cli.ts', args)

test('the backtest prints one sentence on stderr and fails; with --help it prints help', async () => {
  expect(await runBacktest('--from', 'x', '--to', 'y')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: '--from takes a Paris day such as 2024-03-31, not "x".\n',
  })
  expect(await runBacktest('--help')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('bun run backtest'),
    stderr: '',
  })
})

test('a folder without recorded neighbours is refused for consumption with the missing file', async () => {
  expect(await runBacktest('--boundary', 'consumption', '--data', shippedRecordingsDir)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^--boundary consumption needs recorded neighbours, and .* does not hold neighbours\/fr_generation/,
    ),
  })
})

test('the shipped weeks can be backtested in any clone, and made-up series are named first', async () => {
  const span = ['--from', '2025-03-29', '--to', '2025-03-30']
  const { exitCode, stdout: text } = await runBacktest('--data', shippedRecordingsDir, ...span)
  expect(exitCode).toBe(0)
  expect(text).toStartWith('Forecasts issued every three hours of the Paris days 2025-03-29 to 2025-03-30: 16 issues.')
  expect(text.indexOf('INVENTED')).toBeLessThan(text.indexOf('| Carbon intensity'))
  // The 24th hour ahead and beyond are known, too: nothing is skipped.
  expect(text).toMatch(/25–48 h, analog mix +\| +384 \| +0 \|/)
})
