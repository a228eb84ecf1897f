import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { createEncodedBodies } from './encoded-bodies.ts'

const Sample = v.strictObject({ madeAt: v.string(), text: v.pipe(v.string(), v.minLength(1)) })
const changedAtMs = Date.parse('2025-01-15T14:20:00.900Z')

/** Encoded bodies, and how often one was made. */
function createFixture() {
  const made: string[] = []
  const encodedBody = createEncodedBodies(Sample, 'madeAt')
  const ask = (sources: readonly unknown[], key: string, text = `${key} – ’`, madeAt = '14:20') =>
    encodedBody({ sources, changedAtMs }, key, () => {
      made.push(key)
      return { madeAt, text }
    })
  return { made, ask }
}

test('a body is made once, and the same bytes are sent again until its sources change', () => {
  const { made, ask } = createFixture()
  const source = {}
  const answers = [ask([source], 'a'), ask([source], 'a'), ask([source], 'a')]
  expect(made).toEqual(['a'])
  const expected = { madeAt: '14:20', text: 'a – ’' }
  for (const { value, body } of answers) {
    expect([value, JSON.parse(new TextDecoder().decode(body))]).toEqual([expected, expected])
  }
})

test('a body that is asked for again after many others is the same', () => {
  const { ask } = createFixture()
  const source = {}
  const first = ask([source], 'a')
  for (let other = 0; other < 1_000; other += 1) ask([source], `other ${other}`)
  expect(ask([source], 'a')).toEqual(first)
})

test('the tag names all of a body but its moving instant, kept or not, and the date is that of its sources', () => {
  const { ask } = createFixture()
  const [one, other] = [{}, {}]
  const tagOf = (...asked: Parameters<typeof ask>) => ask(...asked).validators.etag
  const tag = tagOf([one], 'a')
  expect([tagOf([one], 'a'), tagOf([one], 'a')]).toEqual([tag, tag])
  expect(tagOf([other], 'a', 'a – ’', '14:21')).toBe(tag)
  expect(tagOf([other], 'b', '14:21')).not.toBe(tag)
  // The name of the member in a text is no member.
  expect(tagOf([one], 'c', '"madeAt":"14:20"')).not.toBe(tagOf([one], 'd', ''.padEnd(1)))
  expect(ask([one], 'a').validators['last-modified']).toBe('Wed, 15 Jan 2025 14:20:00 GMT')
})

test('what was made from other sources, or under another key, is not answered', () => {
  const { made, ask } = createFixture()
  const [one, other] = [{}, {}]
  for (const sources of [[one], [one], [other], [other], [other, null]]) ask(sources, 'a')
  ask([other, null], 'b')
  expect(made).toEqual(['a', 'a', 'a', 'b'])
})

test('the first body of every set of sources is held to the contract', () => {
  const { ask } = createFixture()
  for (const source of [{}, {}]) expect(() => ask([source], 'a', '')).toThrow(v.ValiError)
})
