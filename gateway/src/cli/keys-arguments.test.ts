import { expect, test } from 'bun:test'
import { hashApiKey } from '../auth/api-key.ts'
import { type Command, parseCommand } from './keys-arguments.ts'

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

test('rotate has an overlap of a day unless another is given', () => {
  const rotate = { kind: 'rotate', selector: { keyId: 'key_0123456789abcdef' }, json: false } as const
  expect(parseCommand(['rotate', 'key_0123456789abcdef'])).toEqual({ ...rotate, overlapHours: 24 })
  expect(parseCommand(['rotate', 'key_0123456789abcdef', '--overlap-hours', '0'])).toEqual({
    ...rotate,
    overlapHours: 0,
  })
})

test('expire takes an instant or never', () => {
  const expire = { kind: 'expire', selector: { keyId: 'key_0123456789abcdef' } } as const
  const at = '2040-01-01T00:00:00Z'
  expect(parseCommand(['expire', 'key_0123456789abcdef', '--at', 'never'])).toEqual({ ...expire, expiresAt: null })
  expect(parseCommand(['expire', 'key_0123456789abcdef', '--at', at])).toEqual({
    ...expire,
    expiresAt: Temporal.Instant.from(at),
  })
})

const refusals: [string[], string][] = [
  [['create'], 'create needs --account NAME.'],
  [['create', '--account', ' '], 'create needs --account NAME.'],
  [['create', '--account', 'a\nb'], 'printable'],
  [['create', '--account', 'x'.repeat(101)], 'at most 100'],
  [['create', '--account', 'a', '--plan', 'gold'], '"gold" is not a plan'],
  [['create', '--account', 'a', '--expires', 'tomorrow'], '--expires takes an instant'],
  [['create', '--account', 'a', '--expires', '2030-01-01T00:00:00'], '--expires takes an instant'],
  [['create', 'extra', '--account', 'a'], '"extra" is too much'],
  [['list', '--account', 'a\u0000'], '--account takes at most 100 printable'],
  [['plan', '--account', 'a\u0000', '--plan', 'pro'], '--account takes at most 100 printable'],
  [['revoke', 'key_0123456789abcde\u0000'], 'revoke takes one key'],
  [['list', '--plan', 'pro'], 'list has no option --plan'],
  [['revoke'], 'revoke takes one key'],
  [['revoke', 'key_1', 'key_2'], 'revoke takes one key'],
  [['delete'], '"delete" is not a command'],
  [['toString'], '"toString" is not a command'],
  [['rotate'], 'rotate takes one key'],
  [['rotate', 'key_0123456789abcdef', '--overlap-hours', '721'], '--overlap-hours takes whole hours from 0 to 720'],
  [['rotate', 'key_0123456789abcdef', '--overlap-hours', '-1'], '--overlap-hours'],
  [['rotate', 'key_0123456789abcdef', '--overlap-hours', '1.5'], '--overlap-hours takes whole hours from 0 to 720'],
  [['rotate', 'key_0123456789abcdef', '--name', 'other'], 'rotate has no option --name'],
  [['expire', 'key_0123456789abcdef'], 'expire needs --at INSTANT, or --at never'],
  [['expire', 'key_0123456789abcdef', '--at', 'soon'], '--at takes an instant'],
  [['expire', '--at', 'never'], 'expire takes one key'],
  [['plan', '--account', 'a'], 'plan needs --plan'],
  [['plan', '--plan', 'pro'], 'plan needs --account NAME'],
  [['plan', '--account', 'a', '--plan', 'gold'], '"gold" is not a plan'],
]

test.each(refusals)('%j is refused with one sentence', (argv, sentence) => {
  expect(() => parseCommand(argv)).toThrow(sentence)
})
