import { expect, test } from 'bun:test'
import { normaliseAddress } from './address.ts'

test.each([
  ['anna@example.org', 'anna@example.org'],
  ['  Anna.Martin@Example.ORG\t', 'anna.martin@example.org'],
  ['anna+power@example.org', 'anna+power@example.org'],
  ['ＡＮＮＡ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'anna@example.org'],
  ['anna@Électricité.fr', 'anna@xn--lectricit-93aj.fr'],
  ['anna@xn--LECTRICIT-93aj.fr', 'anna@xn--lectricit-93aj.fr'],
  ['anna@straße.de', 'anna@xn--strae-oqa.de'],
  ['x=y@example.org', 'x=y@example.org'],
  ["o'neil#{a}^b`c~$&*?@example.org", "o'neil#{a}^b`c~$&*?@example.org"],
  ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ['anna@例え。テスト', 'anna@xn--r8jz45g.xn--zckzah'],
  ['anna@l·l.cat', 'anna@xn--ll-0ea.cat'],
])('%j is normalised to %s', (text, address) => {
  expect(normaliseAddress(text)).toBe(address)
})

test.each([
  '',
  'anna',
  '@example.org',
  'anna@',
  'anna@localhost',
  'anna@127.0.0.1',
  'anna@[127.0.0.1]',
  'bob@example.org?x',
  'bob@example.org?',
  'bob@example.org/',
  'bob@example.org/x',
  'bob@example.org#x',
  'bob@example.org\\x',
  'bob@example.org:25',
  'bob@%70example.org',
  'bob@example%2Eorg',
  'bob@exa\tmple.org',
  'bob@example.org.',
  'bob@a_b.org',
  'bob%70@example.org',
  'bob%example.com@example.org',
  'example.com!bob@example.org',
  '/etc/passwd@example.org',
  '|command@example.org',
  'a b@example.org',
  'anna@example..org',
  '.anna@example.org',
  'anna.@example.org',
  'anna@-example.org',
  '"anna"@example.org',
  'anna@example.org, eve@example.org',
  'anna@example.org\r\nBcc: eve@example.org',
  'anna@example.org\n',
  'eve@evil.org@example.org',
  'élise@example.org',
  `${'a'.repeat(65)}@example.org`,
  `anna@${'a.'.repeat(125)}org`,
  'a'.repeat(100_000),
])('%j is not an e-mail address', (text) => {
  const expected = text === 'anna@example.org\n' ? 'anna@example.org' : null
  expect(normaliseAddress(text)).toBe(expected)
})
