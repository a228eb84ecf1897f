import { expect, test } from 'bun:test'
import { weakTag, withoutMember } from './conditional.ts'

test('a tag is weak, of characters that a header may hold, the same for the same text and another for another', () => {
  expect(weakTag('é – ’')).toMatch(/^W\/"[0-9a-z]{1,13}"$/)
  expect(weakTag('one')).toBe(weakTag('one'))
  const tags = new Set(Array.from({ length: 20_000 }, (_, index) => weakTag(`{"value":${index}}`)))
  expect(tags.size).toBe(20_000)
})

test('a member is taken out of the text of its object, and nothing that only looks like it', () => {
  const text = JSON.stringify({ note: '"at":"now"', at: 'now', value: 1 })
  expect(withoutMember(text, 'at', 'now')).toBe('{"note":"\\"at\\":\\"now\\"",,"value":1}')
  expect(withoutMember(text, 'at', 'later')).toBe(text)
})
