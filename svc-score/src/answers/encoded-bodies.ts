import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import * as v from 'valibot'

/** Bodies that are kept: weightings and lengths that customers really use are few. */
const maxBodies = 128

const encoder = new TextEncoder()

/** JSON as it is sent: text that the server still has to encode, or bytes. */
export type Payload = string | Uint8Array<ArrayBuffer>

/** A body, and what is sent of it. */
export type EncodedBody<Body> = { body: Body; payload: Payload }

/**
 * Bodies, kept as bytes for as long as what they were made from stays the same: most answers then cost neither a calculation nor an
 * encoding. A body is kept when it is asked for the second time, since keeping what nobody asks for again is dearer than making it. The
 * first body of every set of sources is held to the contract: the sources were checked when they were read, so what could break it is a
 * rule of the product and not a weighting.
 */
export function createEncodedBodies<Body>(contract: v.GenericSchema<Body>) {
  /** null: was asked for once. */
  const bodies = createBoundedMap<EncodedBody<Body> | null>(maxBodies)
  let madeFrom: readonly unknown[] = []
  let isChecked = false

  /**
   * @param sources what the body is made from, compared by identity
   * @param key what else it depends on
   * @throws when the body does not hold to the contract
   */
  return function encodedBody(sources: readonly unknown[], key: string, make: () => Body): EncodedBody<Body> {
    if (!areSame(sources, madeFrom)) {
      bodies.clear()
      madeFrom = sources
      isChecked = false
    }
    const known = bodies.get(key)
    if (known) return known
    const body = isChecked ? make() : v.parse(contract, make())
    isChecked = true
    const text = JSON.stringify(body)
    if (known === undefined) {
      bodies.set(key, null)
      return { body, payload: text }
    }
    const encoded = { body, payload: encoder.encode(text) }
    bodies.set(key, encoded)
    return encoded
  }
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((source, index) => source === other[index])
}
