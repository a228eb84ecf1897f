import { expect, test } from 'bun:test'
import { readOptions, readOptionsOnly, refuseForeignOptions } from './command-options.ts'
import { UsageError } from './usage-error.ts'

const options = {
  from: { type: 'string' },
  feed: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

test('options and words are told apart', () => {
  const { values, positionals } = readOptions(['list', '--feed', 'a', '--feed', 'b', '--json'], 'bun run x', options)
  expect(positionals).toEqual(['list'])
  expect({ ...values }).toEqual({ feed: ['a', 'b'], json: true })
})

test('what is not understood is one sentence that names the help', () => {
  const read =
    (...argv: string[]) =>
    () =>
      readOptionsOnly(argv, 'bun run x', options)
  expect(read('--unknown')).toThrow(new UsageError("Unknown option '--unknown' (bun run x --help)."))
  expect(read('--from')).toThrow(UsageError)
  expect(read('word')).toThrow(UsageError)
  expect({ ...read('--from', '2025-01-01')() }).toEqual({ from: '2025-01-01' })
})

test('an option of another command is refused by its name', () => {
  expect(() => refuseForeignOptions('bun run x', 'list', ['json'], ['json', 'from'])).toThrow(
    new UsageError('list has no option --from (bun run x --help).'),
  )
  expect(() => refuseForeignOptions('bun run x', 'list', ['json'], ['json'])).not.toThrow()
})
