import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { createEncodedBodies } from './encoded-bodies.ts'

const Sample = v.strictObject({ text: v.pipe(v.string(), v.minLength(1)) })

/** Encoded bodies, and how often one was made. */
function createGround() {
  const made: string[] = []
  const encodedBody = createEncodedBodies(Sample)
  const ask = (sources: readonly unknown[], key: string, text = `${key} – ’`) =>
    encodedBody(sources, key, () => {
      made.push(key)
      return { text }
    })
  return { made, ask }
}

/** What a client reads, whichever form it is sent in. */
const sent = async (payload: string | Uint8Array<ArrayBuffer>): Promise<unknown> => new Response(payload).json()

test('a body is made anew until it is asked for a second time, and is then kept; what is sent stays the same', async () => {
  const { made, ask } = createGround()
  const source = {}
  const answers = [ask([source], 'a'), ask([source], 'a'), ask([source], 'a'), ask([source], 'a')]
  expect(made).toEqual(['a', 'a'])
  for (const { body, payload } of answers)
    expect([body, await sent(payload)]).toEqual([{ text: 'a – ’' }, { text: 'a – ’' }])
})

test('what was made from other sources, or under another key, is not answered', () => {
  const { made, ask } = createGround()
  const [one, other] = [{}, {}]
  for (const sources of [[one], [one], [other], [other], [other, null]]) ask(sources, 'a')
  ask([other, null], 'b')
  expect(made).toEqual(['a', 'a', 'a', 'a', 'a', 'b'])
})

test('the first body of every set of sources is held to the contract', () => {
  const { ask } = createGround()
  for (const source of [{}, {}]) expect(() => ask([source], 'a', '')).toThrow(v.ValiError)
})
