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

/** What a client reads, whichever form it is sent in. */
const sent = async (body: string | Uint8Array<ArrayBuffer>): Promise<unknown> => new Response(body).json()

test('a body is encoded anew until its second use and then cached, with the same content', async () => {
  const { made, ask } = createFixture()
  const source = {}
  const answers = [ask([source], 'a'), ask([source], 'a'), ask([source], 'a'), ask([source], 'a')]
  expect(made).toEqual(['a', 'a'])
  const expected = { madeAt: '14:20', text: 'a – ’' }
  for (const { value, body } of answers) expect([value, await sent(body)]).toEqual([expected, expected])
})

test('a cached body is not displaced by bodies used once', () => {
  const { made, ask } = createFixture()
  const source = {}
  for (const _ of [1, 2]) ask([source], 'a')
  for (let other = 0; other < 1_000; other += 1) ask([source], `other ${other}`)
  made.length = 0
  ask([source], 'a')
  expect(made).toEqual([])
})

test('the entity tag ignores the instant of a body, cached or not, and its date is that of the sources', () => {
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

test('a body from other sources or under another key is not reused', () => {
  const { made, ask } = createFixture()
  const [one, other] = [{}, {}]
  for (const sources of [[one], [one], [other], [other], [other, null]]) ask(sources, 'a')
  ask([other, null], 'b')
  expect(made).toEqual(['a', 'a', 'a', 'a', 'a', 'b'])
})

test('the first body of every set of sources is validated against the contract', () => {
  const { ask } = createFixture()
  for (const source of [{}, {}]) expect(() => ask([source], 'a', '')).toThrow(v.ValiError)
})
