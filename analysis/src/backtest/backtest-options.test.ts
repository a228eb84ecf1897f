import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { backtestUsage, parseBacktestOptions } from './backtest-options.ts'

const problem = (...args: string[]): string => {
  try {
    parseBacktestOptions(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return ''
}

test('both days are taken as Paris days, the folder is beside the project unless it is named', () => {
  expect(parseBacktestOptions(['--from', '2023-02-01', '--to', '2025-01-13'])).toEqual({
    kind: 'run',
    from: Temporal.PlainDate.from('2023-02-01'),
    to: Temporal.PlainDate.from('2025-01-13'),
    folder: '../shared/data',
    weeklyStandIn: false,
  })
  expect(
    parseBacktestOptions(['--from', '2024-02-01', '--to', '2024-02-01', '--data', 'here', '--weekly-stand-in']),
  ).toMatchObject({ folder: 'here', weeklyStandIn: true })
  expect(parseBacktestOptions(['--help'])).toEqual({ kind: 'help' })
})

describe('a command line that is not understood is answered with the argument, what came and what is accepted', () => {
  for (const [args, ...expected] of [
    [['--to', '2024-02-01'], '--from is missing', '2023-02-01'],
    [['--from', '2024-02-30', '--to', '2024-03-01'], '--from', '"2024-02-30"', '2024-03-31'],
    [['--from', '2024-02-01', '--to', 'tomorrow'], '--to', '"tomorrow"'],
    [['--from', '2022-02-01', '--to', '2024-03-01'], '--from', '2022-02-01', 'from 2023-02-01 to 2025-01-13'],
    [['--from', '2024-03-02', '--to', '2024-03-01'], '--from', '2024-03-02 is after 2024-03-01'],
    [['--form', '2024-03-02'], '--form', 'bun run backtest --help'],
  ] as const) {
    test(args.join(' '), () => {
      for (const part of expected) expect(problem(...args)).toContain(part)
    })
  }
})

test('the program says one sentence on stderr and fails; asked for help it prints it and does not', async () => {
  const run = async (...args: string[]) => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'cli.ts'), ...args], { stderr: 'pipe' })
    const [stdout, stderr] = [await child.stdout.text(), await child.stderr.text()]
    return { exitCode: await child.exited, stdout, stderr }
  }
  expect(await run('--from', 'x', '--to', 'y')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: '--from takes a Paris day such as 2024-03-31, not "x".\n',
  })
  expect(await run('--help')).toEqual({ exitCode: 0, stdout: `${backtestUsage}\n`, stderr: '' })
})
