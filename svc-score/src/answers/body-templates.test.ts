import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { encodeAround } from './body-templates.ts'

type Sample = {
  madeAt: string
  score: number
  text: string | null
  parts: { name: string }[]
  weights: object
  last: boolean
}

const partsOf = [[{ name: 'prix – €' }], [{ name: 'weights' }, { name: '"weights":{}' }], []]

const sample: fc.Arbitrary<Sample> = fc.record({
  madeAt: fc.constantFrom('14:20', '14:21'),
  score: fc.integer({ min: 0, max: 100 }),
  text: fc.constantFrom(null, 'null', 'C’est un bon moment', '"'),
  parts: fc.constantFrom(...partsOf),
  weights: fc.record({ price: fc.double({ min: 0, max: 1, noNaN: true }), carbon: fc.constantFrom(0.25, 0.5) }),
  last: fc.boolean(),
})

test('the bytes are those of JSON.stringify, whatever was encoded before', () => {
  const encodeBody = encodeAround<Sample>('weights', 'madeAt')
  fc.assert(
    fc.property(sample, (body) => {
      const { payload } = encodeBody(body)
      expect(new TextDecoder().decode(payload as Uint8Array)).toBe(JSON.stringify(body))
    }),
    { numRuns: 2_000 },
  )
})

test('two bodies have one tag exactly when they differ in nothing but the moving instant', () => {
  // Each encoder knows other bodies: a tag is the same on every process.
  const [one, other] = [encodeAround<Sample>('weights', 'madeAt'), encodeAround<Sample>('weights', 'madeAt')]
  const lasting = ({ madeAt: _moving, ...rest }: Sample) => JSON.stringify(rest)
  const few = sample.map((body) => ({ ...body, score: body.score % 2, weights: { price: body.score % 3 } }))
  fc.assert(
    fc.property(few, few, (left, right) => {
      expect(one(left).etag === other(right).etag).toBe(lasting(left) === lasting(right))
    }),
    { numRuns: 2_000 },
  )
})
