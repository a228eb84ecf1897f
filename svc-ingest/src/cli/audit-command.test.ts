import { expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { auditCommandLine } from './audit-command.ts'

const parse = (line: string) =>
  readCommandLine(
    auditCommandLine,
    line.split(' ').filter((word) => word !== ''),
  )

test('each of the five audit commands is parsed with its options', () => {
  expect(parse('--at 2026-02-03T13:40:00+01:00')).toEqual({
    kind: 'at',
    at: Temporal.Instant.from('2026-02-03T12:40:00Z'),
  })
  expect(parse('--sample 500')).toEqual({ kind: 'sample', of: 'point', count: 500, seed: null })
  expect(parse('--sample 500 --seed 0')).toEqual({ kind: 'sample', of: 'point', count: 500, seed: 0 })
  expect(parse('--sample 20 --issues')).toEqual({ kind: 'sample', of: 'forecast', count: 20, seed: null })
  expect(parse('--issue 2026-02-03T12:00:00Z')).toEqual({
    kind: 'issue',
    at: Temporal.Instant.from('2026-02-03T12:00:00Z'),
  })
  expect(parse('--prices')).toEqual({ kind: 'prices' })
  expect(parse('--chain')).toEqual({ kind: 'chain', from: null, to: null })
  expect(parse('--chain --from 2026-02-03 --to 2026-02-04')).toEqual({
    kind: 'chain',
    from: Temporal.PlainDate.from('2026-02-03'),
    to: Temporal.PlainDate.from('2026-02-04'),
  })
  expect(parse('--help')).toEqual({ helpText: expect.stringContaining('bun run audit --at') })
})

test.each([
  ['', 'one of --at, --issue, --sample, --prices and --chain'],
  ['--prices --sample 5', "cannot be used with option '--"],
  ['--issue 2026-02-03T12:00:00Z --at 2026-02-03T12:00:00Z', "cannot be used with option '--"],
  ['--issue 2026-02-03T12:00:00Z --issues', "cannot be used with option '--"],
  ['--at 2026-02-03T13:40:00Z --chain', "'--at <instant>' cannot be used with option '--chain'"],
  ['--at noon', '--at takes an instant with its offset'],
  ['--at 2026-02-03T13:40:00', '--at takes an instant with its offset'],
  ['--sample 0', '--sample takes a whole number from 1'],
  ['--sample 1.5', '--sample takes a whole number from 1'],
  ['--sample 5 --seed -1', '--seed takes a whole number from 0'],
  ['--sample 5 --seed 2147483648', '--seed takes a whole number from 0'],
  ['--at 2026-02-03T13:40:00Z --seed 1', "'--at <instant>' cannot be used with option '--seed <n>'"],
  ['--chain --from 2026-02-31', '--from takes a date'],
  ['--loud', "Unknown option '--loud'"],
])('"%s" is refused: %s', (line, reason) => {
  expect(() => parse(line)).toThrow(reason)
})
