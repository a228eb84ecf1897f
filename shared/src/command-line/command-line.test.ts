import { describe, expect, test } from 'bun:test'
import { defaulted, flag, optional, optionalWord, repeated, required, word } from './command-inputs.ts'
import { type CommandLine, command, printCompletion, readCommandLine } from './command-line.ts'
import { UsageError } from './usage-error.ts'
import { date, decimal, instant, oneOf, text, wholeNumber } from './value-kinds.ts'

const keySecret = { ...text('key'), accepts: 'a key', read: () => null, isSecret: true }

const line: CommandLine<unknown> = {
  name: 'x',
  summary: 'Does things.',
  notes: 'DATABASE_URL: where.',
  commands: {
    list: command({
      summary: 'Lists things.',
      examples: ['--feed a --json'],
      inputs: {
        feed: repeated(oneOf('feed', ['a', 'b']), 'only this feed'),
        from: optional(date, 'first day'),
        callsPerSecond: defaulted(decimal('n', 0.01, 100), 'pace', 2),
        hours: defaulted(wholeNumber('n', 0, 720), 'overlap', 24),
        at: { ...optional(instant, 'instant'), excludes: ['json'] },
        folder: optional(text('dir'), 'folder'),
        json: flag('as JSON'),
      },
      read: (values) => values,
    }),
    show: command({
      summary: 'Shows one.',
      examples: ['1'],
      inputs: { id: word(wholeNumber('id', 1, 9), 'which'), of: optionalWord(text('of'), 'of what') },
      read: (values) => values,
    }),
    make: command({
      summary: 'Makes one.',
      examples: ['--name n'],
      inputs: { name: required(text('name'), 'its name') },
      read: (values) => values,
    }),
  },
}
const secretLine: CommandLine<unknown> = {
  name: 'revoke',
  hasSecretWords: true,
  command: command({ summary: 'Ends a key.', examples: ['K'], inputs: { key: word(keySecret, 'key') }, read: () => 1 }),
}
const read = (...argv: string[]) => readCommandLine(line, argv)
const problem = (argv: readonly string[], of: CommandLine<unknown> = line): string => {
  try {
    readCommandLine(of, argv)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return ''
}

const nothing = { feed: [], from: null, callsPerSecond: 2, hours: 24, at: null, folder: null, json: false }

describe('readCommandLine', () => {
  test('converts options and words to their types, and fills in defaults', () => {
    expect(read('list')).toEqual(nothing)
    expect(read('list', '--feed', 'a', '--feed=b', '--from', '2025-01-01', '--calls-per-second', '0.5')).toEqual({
      ...nothing,
      feed: ['a', 'b'],
      from: Temporal.PlainDate.from('2025-01-01'),
      callsPerSecond: 0.5,
    })
    expect(read('list', '--hours', '0', '--json')).toEqual({ ...nothing, hours: 0, json: true })
    expect(read('show', '7')).toEqual({ id: 7, of: null })
    expect(read('show', '--', '7', '-o')).toEqual({ id: 7, of: '-o' })
    expect(read('make', '--name=--json')).toEqual({ name: '--json' })
  })

  test.each([
    [[], 'Say what to do: list, show, make (bun run x --help).'],
    [['lst'], "Unknown command 'lst': use list, show, make. Did you mean list? (bun run x --help)"],
    [['toString'], "Unknown command 'toString': use list, show, make (bun run x --help)."],
    [['list', '--fede', 'a'], "Unknown option '--fede'. Did you mean --feed? (bun run x --help)"],
    [['list', '--name', 'n'], "Unknown option '--name' (bun run x --help)."],
    [['list', '--from'], "Option '--from <date>' argument missing (bun run x --help)."],
    [['list', '--json=yes'], "Unknown option '--json=yes' (bun run x --help)."],
    [['list', 'word'], "Too many arguments for 'list'. Expected 0 arguments but got 1: word (bun run x --help)."],
    [['make'], "Required option '--name' not specified (bun run x --help)."],
    [['show'], "Missing required argument 'id' (bun run x --help)."],
    [['show', '-1'], 'id takes a whole number from 1 to 9, not "-1".'],
    [['list', '--feed', 'c'], '--feed takes a or b, not "c".'],
    [['list', '--from', '2025-02-30'], '--from takes a date such as 2025-01-01, not "2025-02-30".'],
    [['list', '--hours', '-1'], '--hours takes a whole number from 0 to 720, not "-1".'],
    [['list', '--hours', '1e2'], '--hours takes a whole number from 0 to 720, not "1e2".'],
    [['list', '--calls-per-second', '0'], '--calls-per-second takes a number from 0.01 to 100, not "0".'],
    [
      ['list', '--at', '2025-01-15T12:00:00'],
      '--at takes an instant with its offset, such as 2025-01-15T12:00:00Z, not "2025-01-15T12:00:00".',
    ],
    [['list', '--folder='], '--folder takes a text, not "".'],
    [
      ['list', '--at', '2025-01-15T12:00Z', '--json'],
      "Option '--at <instant>' cannot be used with option '--json' (bun run x --help).",
    ],
  ])('%j is refused in one line', (argv, sentence) => {
    expect(problem(argv)).toBe(sentence)
  })

  test('never takes an option for the value of the option before it', () => {
    expect(problem(['list', '--folder', '--json'])).toBe(
      '--folder needs a value, but --json follows: write --folder=--json if that is the value.',
    )
  })

  test('never repeats a value that may be a secret, and cuts a long value', () => {
    expect(problem(['hxw_1'], secretLine)).toBe('key takes a key.')
    expect(problem(['hxw_1', 'hxw_2'], secretLine)).not.toContain('hxw_')
    expect(problem(['list', '--from', 'x'.repeat(500)]).length).toBeLessThan(120)
  })

  test('prints help with options, examples and settings, for the program and for one command', () => {
    const help = (...argv: string[]) => JSON.stringify(read(...argv))
    for (const argv of [['--help'], ['-h'], ['help']]) {
      for (const part of ['Does things.', 'bun run x list --feed a --json', 'DATABASE_URL: where.', 'Makes one.']) {
        expect(help(...argv)).toContain(part)
      }
    }
    for (const argv of [
      ['list', '--help'],
      ['help', 'list'],
    ]) {
      expect(help(...argv)).toContain('bun run x list')
      expect(help(...argv)).toContain('--calls-per-second <n>')
      expect(help(...argv)).toContain('(default: 24)')
    }
  })
})

test('a normal command is not mistaken for a shell completion request', () => {
  expect(printCompletion(line, ['list'])).toBe(false)
})
