import { expect, test } from 'bun:test'
import { hashApiKey } from './api-key.ts'
import { type Command, parseCommand } from './cli-arguments.ts'

test('create takes the defaults that the help names', () => {
  expect(parseCommand(['create', '--account', 'a'])).toEqual({
    kind: 'create',
    account: 'a',
    plan: null,
    name: 'default',
    expiresAt: null,
    json: false,
  })
})

test('revoke takes an id, the two ends, or a whole key', () => {
  const key = `hxw_${'0123456789abcdef'.repeat(2)}`
  const selectors = ['key_0123456789abcdef', 'hxw_0123…cdef', 'hxw_0123...cdef', 'hxw_0123cdef', key].map((text) =>
    parseCommand(['revoke', text]),
  )
  const ends: Command = { kind: 'revoke', selector: { prefix: 'hxw_0123', last4: 'cdef' } }
  expect(selectors).toEqual([
    { kind: 'revoke', selector: { keyId: 'key_0123456789abcdef' } },
    ends,
    ends,
    ends,
    { kind: 'revoke', selector: { sha256: hashApiKey(key) } },
  ])
})

const refusals: [string[], string][] = [
  [['create'], 'create needs --account NAME.'],
  [['create', '--account', ' '], 'create needs --account NAME.'],
  [['create', '--account', 'a\nb'], 'printable'],
  [['create', '--account', 'x'.repeat(101)], 'at most 100'],
  [['create', '--account', 'a', '--plan', 'gold'], '"gold" is not a plan'],
  [['create', '--account', 'a', '--expires', 'tomorrow'], '--expires takes an instant'],
  [['create', '--account', 'a', '--expires', '2030-01-01T00:00:00'], '--expires takes an instant'],
  [['create', '--account', 'a', '--expires', '2020-01-01T00:00:00Z'], 'must lie in the future'],
  [['create', 'extra', '--account', 'a'], '"extra" is too much'],
  [['list', '--plan', 'pro'], 'list has no option --plan'],
  [['revoke'], 'revoke takes one key'],
  [['revoke', 'key_1', 'key_2'], 'revoke takes one key'],
  [['delete'], '"delete" is not a command'],
]

test.each(refusals)('%j is refused with one sentence', (argv, sentence) => {
  expect(() => parseCommand(argv)).toThrow(sentence)
})
