import { expect, test } from 'bun:test'
import { createWeakTag, createWeakTagWithout } from './conditional.ts'

test('a tag is weak, safe in a header, equal for equal texts and different for different texts', () => {
  expect(createWeakTag('é – ’')).toMatch(/^W\/"[0-9a-z]{1,13}"$/)
  expect(createWeakTag('one')).toBe(createWeakTag('one'))
  const tags = new Set(Array.from({ length: 20_000 }, (_, index) => createWeakTag(`{"value":${index}}`)))
  expect(tags.size).toBe(20_000)
})

test('a tag that ignores a member is the same for every value of that member, and differs with anything else', () => {
  const tagOf = (body: { note: string; at: string; value: number }, at = body.at) =>
    createWeakTagWithout(JSON.stringify(body), 'at', at)
  const body = { note: '"at":"now" – ’', at: 'now', value: 1 }
  expect(tagOf(body)).toMatch(/^W\/"[0-9a-z]{1,13}"$/)
  expect(tagOf({ ...body, at: 'later' })).toBe(tagOf(body))
  const others = [
    tagOf({ ...body, note: '"at":"later" – ’' }),
    tagOf({ ...body, value: 2 }),
    tagOf(body, 'later'),
    createWeakTagWithout('{"note":"x","value":1,"at":"now"}', 'at', 'now'),
    createWeakTagWithout('{"note":"x","at":"now","value":1}', 'at', 'now'),
  ]
  expect(new Set([tagOf(body), ...others]).size).toBe(6)
})
