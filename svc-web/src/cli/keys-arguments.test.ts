import { expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { hashApiKey } from '@hexawatt/shared/keys/api-key'
import { productPlans } from '@hexawatt/shared/testing/plan-fixture'
import { createKeysCommandLine, type KeyCommand } from './keys-arguments.ts'

const parseCommand = (argv: readonly string[]) => readCommandLine(createKeysCommandLine(productPlans), argv)

test('create has the defaults that its help states', () => {
  expect(parseCommand(['create', '--account', 'a'])).toEqual({
    kind: 'create',
    account: 'a',
    plan: null,
    name: 'default',
    expiresAt: null,
    json: false,
  })
})

test('revoke accepts an id, the two ends, or a whole key', () => {
  const key = `hxw_${'0123456789abcdef'.repeat(2)}`
  const selectors = ['key_0123456789abcdef', 'hxw_0123…cdef', 'hxw_0123...cdef', 'hxw_0123cdef', key].map((text) =>
    parseCommand(['revoke', text]),
  )
  const ends: KeyCommand = { kind: 'revoke', selector: { prefix: 'hxw_0123', last4: 'cdef' } }
  expect(selectors).toEqual([
    { kind: 'revoke', selector: { keyId: 'key_0123456789abcdef' } },
    ends,
    ends,
    ends,
    { kind: 'revoke', selector: { sha256: hashApiKey(key) } },
  ])
})

test('rotate has an overlap of one day by default', () => {
  const rotate = { kind: 'rotate', selector: { keyId: 'key_0123456789abcdef' }, json: false } as const
  expect(parseCommand(['rotate', 'key_0123456789abcdef'])).toEqual({ ...rotate, overlapHours: 24 })
  expect(parseCommand(['rotate', 'key_0123456789abcdef', '--overlap-hours', '0'])).toEqual({
    ...rotate,
    overlapHours: 0,
  })
})

test('expire accepts an instant or never', () => {
  const expire = { kind: 'expire', selector: { keyId: 'key_0123456789abcdef' } } as const
  const at = '2040-01-01T00:00:00Z'
  expect(parseCommand(['expire', 'key_0123456789abcdef', '--at', 'never'])).toEqual({ ...expire, expiresAt: null })
  expect(parseCommand(['expire', 'key_0123456789abcdef', '--at', at])).toEqual({
    ...expire,
    expiresAt: Temporal.Instant.from(at),
  })
})

const refusals: [string[], string][] = [
  [['create'], "Required option '--account' not specified"],
  [
    ['create', '--account', 'a', '--name', `hxw_${'0'.repeat(32)}`],
    '--name takes 1 to 100 printable characters, without an API key',
  ],
  [['create', '--account', ' '], '--account takes 1 to 100 printable characters, without an API key, not " "'],
  [['create', '--account', 'a\nb'], 'printable'],
  [['create', '--account', 'x'.repeat(101)], '--account takes 1 to 100 printable'],
  [['create', '--account', 'a', '--plan', 'gold'], '--plan takes decouverte, pro or scale, not "gold"'],
  [['create', '--account', 'a', '--expires', 'tomorrow'], '--expires takes an instant'],
  [['create', '--account', 'a', '--expires', '2030-01-01T00:00:00'], '--expires takes an instant'],
  [['create', 'extra', '--account', 'a'], "Too many arguments for 'create'. Expected 0 arguments but got 1"],
  [['list', '--account', 'a\u0000'], '--account takes 1 to 100 printable'],
  [['plan', '--account', 'a\u0000', '--plan', 'pro'], '--account takes 1 to 100 printable'],
  [['revoke', 'key_0123456789abcde\u0000'], 'key takes the id of one key'],
  [['list', '--plan', 'pro'], "Unknown option '--plan'"],
  [['revoke'], "Missing required argument 'key'"],
  [['revoke', 'key_0123456789abcdef', 'key_2'], "Too many arguments for 'revoke'. Expected 1 argument but got 2"],
  [['revoke', 'key_1'], 'key takes the id of one key'],
  [['delete'], "Unknown command 'delete'"],
  [['toString'], "Unknown command 'toString'"],
  [['rotate'], "Missing required argument 'key'"],
  [['rotate', 'key_0123456789abcdef', '--overlap-hours', '721'], '--overlap-hours takes a whole number from 0 to 720'],
  [['rotate', 'key_0123456789abcdef', '--overlap-hours', '-1'], '--overlap-hours takes a whole number from 0 to 720'],
  [['rotate', 'key_0123456789abcdef', '--overlap-hours', '1.5'], '--overlap-hours takes a whole number from 0 to 720'],
  [['rotate', 'key_0123456789abcdef', '--name', 'other'], "Unknown option '--name'"],
  [['expire', 'key_0123456789abcdef'], "Required option '--at' not specified"],
  [['expire', 'key_0123456789abcdef', '--at', 'soon'], '--at takes never, or an instant'],
  [['expire', '--at', 'never'], "Missing required argument 'key'"],
  [['plan', '--account', 'a'], "Required option '--plan' not specified"],
  [['plan', '--plan', 'pro'], "Required option '--account' not specified"],
  [['plan', '--account', 'a', '--plan', 'gold'], '--plan takes decouverte, pro or scale, not "gold"'],
]

test.each(refusals)('%j is refused with one sentence', (argv, sentence) => {
  expect(() => parseCommand(argv)).toThrow(sentence)
})
