import { describe, expect, test } from 'bun:test'
import { dayOrInstant, decimal, minutes, oneOf, text, timeOrInstant, UsageError } from './option-values.ts'
import { flag, option, readOptions } from './read-options.ts'

const known = {
  power: option(decimal('kW'), 'power'),
  duration: option(minutes, 'how long'),
  by: option(timeOrInstant, 'end'),
  from: option(dayOrInstant, 'begin'),
  objective: option(oneOf('cost', 'carbon'), 'what'),
  keyFile: option(text('file'), 'file'),
  json: flag('as JSON'),
}
const nothing = {
  ...{ power: undefined, duration: undefined, by: undefined, from: undefined, objective: undefined },
  ...{ keyFile: undefined, json: false },
}

const refusal = (...argv: string[]): string => {
  try {
    readOptions(known, argv)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return ''
}

describe('command-line options', () => {
  test('get their types, and missing ones are undefined or false', () => {
    expect(readOptions(known, [])).toEqual({ values: nothing, operands: [], words: null })
    const argv = [
      '--power',
      '7.4',
      '--duration=1h30m',
      '--by',
      '7:05',
      '--objective',
      'cost',
      '--key-file',
      'k',
      '--json',
    ]
    expect(readOptions(known, argv).values).toEqual({
      ...{ power: 7.4, duration: 90, by: { hour: 7, minute: 5 }, from: undefined, objective: 'cost' },
      ...{ keyFile: 'k', json: true },
    })
  })

  test('accept days and instants with their offset', () => {
    const atMs = Date.parse('2026-02-03T23:00:00Z')
    expect(readOptions(known, ['--from', '2026-02-04', '--by', '2026-02-04T00:00+01:00']).values).toMatchObject({
      from: { dayMs: Date.parse('2026-02-04T00:00:00Z') },
      by: { atMs },
    })
  })

  test('end at --, and the following words are unchanged', () => {
    expect(readOptions(known, ['--json', '--', 'make', '--power', '--']).words).toEqual(['make', '--power', '--'])
  })

  test.each([
    [['--powr', '1'], "Unknown option '--powr'. Did you mean --power?"],
    [['--key', 'x'], "Unknown option '--key'. Did you mean --key-file?"],
    [['-x'], "Unknown option '-x'."],
    [['--no-json'], "Unknown option '--no-json'."],
    [['--power'], '--power needs a value: a number such as 7.4.'],
    [['--power', '--json'], '--power needs a value: a number such as 7.4.'],
    [['--power', '-1'], '--power needs a value: a number such as 7.4.'],
    [['--power=-1'], "--power takes a number such as 7.4, not '-1'."],
    [['--power', '1e3'], "--power takes a number such as 7.4, not '1e3'."],
    [['--power', '1', '--power', '2'], '--power is given twice.'],
    [['--json=yes'], '--json takes no value.'],
    [['--duration', '0m'], "--duration takes a length of time such as 2h, 90m or 1h30m, not '0m'."],
    [['--duration', ''], "--duration takes a length of time such as 2h, 90m or 1h30m, not ''."],
    [['--objective', 'money'], "--objective takes cost, carbon, not 'money'."],
    [['word'], "Unexpected word 'word'."],
  ])('refuse %j with one sentence', (argv, sentence) => {
    expect(refusal(...argv)).toBe(sentence)
  })

  test('refuse a time without an offset or of a day that does not exist', () => {
    for (const given of ['2026-02-04T07:00:00', '2026-02-04', '24:00', '7', '07:60']) {
      expect(refusal('--by', given)).toStartWith('--by takes a time in Paris such as 07:00')
    }
    for (const given of ['2026-02-30', '07:00']) expect(refusal('--from', given)).toStartWith('--from takes a day')
  })

  test('never repeat a key', () => {
    const key = `hxw_${'0123456789abcdef'.repeat(2)}`
    for (const argv of [['--power', key], [key], [`--${key}`], [`--power=${key}`], [`--key=${key}`], ['--key', key]]) {
      expect(refusal(...argv)).not.toContain('0123')
    }
  })
})

test('a command gets the words that belong to no option, a single dash included, and one word too many is refused', () => {
  const known = { json: flag('') }
  expect(readOptions(known, ['curve.csv', '--json'], 1)).toMatchObject({
    operands: ['curve.csv'],
    values: { json: true },
  })
  expect(readOptions(known, ['-', '--', '-'], 1)).toMatchObject({ operands: ['-'], words: ['-'] })
  expect(readOptions(known, [], 1).operands).toEqual([])
  expect(() => readOptions(known, ['one', 'two'], 1)).toThrow("Unexpected word 'two'.")
})
