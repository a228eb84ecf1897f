import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Validators } from '@hexawatt/shared/http/conditional'
import { weakTag, withoutMember } from '@hexawatt/shared/http/entity-tag'
import { httpDate } from '@hexawatt/shared/http/http-date'
import * as v from 'valibot'

/** Most bodies of one operation in memory: the weightings and lengths that customers use are few. */
const maxBodies = 128

const encoder = new TextEncoder()

/** JSON as it is sent: text that the server still has to encode, or bytes. */
export type Payload = string | Uint8Array<ArrayBuffer>

/** A body, what is sent of it, and what names its version. */
export type EncodedBody<Body> = { body: Body; payload: Payload; validators: Required<Validators> }

/** What bodies are made from, compared by identity, and since when it has been what it is, ms since the epoch. */
export type MadeFrom = { sources: readonly unknown[]; changedAtMs: number }

/**
 * Bodies, kept as bytes for as long as what they were made from stays the same: most answers then cost neither a calculation nor an
 * encoding. A body is admitted on its second request: one-off queries would churn the cache. The
 * first body of every set of sources is held to the contract: the sources were checked when they were read, so what could break it is a
 * rule of the product and not a weighting.
 *
 * @param movingMember an instant in the body that moves with every calculation: its version is everything else
 */
export function createEncodedBodies<Name extends string, Body extends Readonly<Record<Name, string>>>(
  contract: v.GenericSchema<Body>,
  movingMember: Name,
) {
  /** null: was asked for once. */
  const bodies = createBoundedMap<EncodedBody<Body> | null>(maxBodies)
  let madeFrom: readonly unknown[] = []
  let lastModified = ''
  let isChecked = false

  function makeBody(make: () => Body): EncodedBody<Body> & { payload: string } {
    const body = isChecked ? make() : v.parse(contract, make())
    isChecked = true
    const payload = JSON.stringify(body)
    const etag = weakTag(withoutMember(payload, movingMember, body[movingMember]))
    return { body, payload, validators: { etag, 'last-modified': lastModified } }
  }

  /**
   * @param key what the body depends on beside its sources
   * @throws when the body does not hold to the contract
   */
  return function encodedBody({ sources, changedAtMs }: MadeFrom, key: string, make: () => Body): EncodedBody<Body> {
    if (!areSame(sources, madeFrom)) {
      bodies.clear()
      madeFrom = sources
      lastModified = httpDate(changedAtMs)
      isChecked = false
    }
    const known = bodies.get(key)
    if (known) return known
    const made = makeBody(make)
    if (known === undefined) {
      bodies.set(key, null)
      return made
    }
    const encoded = { ...made, payload: encoder.encode(made.payload) }
    bodies.set(key, encoded)
    return encoded
  }
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((source, index) => source === other[index])
}
