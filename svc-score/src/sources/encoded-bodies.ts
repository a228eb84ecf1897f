import { createRepeatedMap } from '@hexawatt/shared/bounds/repeated-map'
import { createWeakTagWithout, formatHttpDate, type Validators } from '@hexawatt/shared/http/conditional'
import * as v from 'valibot'

/** Maximum number of cached bodies of one operation: clients use few weightings and lengths. */
const maxBodies = 128

const encoder = new TextEncoder()

/** A value of the contract, its JSON (bytes when it is kept), and the validators of its version. */
export type EncodedBody<Value> = {
  value: Value
  body: string | Uint8Array<ArrayBuffer>
  validators: Required<Validators>
}

/** Sources of a body, compared by identity, and the instant of their last change, ms since the epoch. */
export type MadeFrom = { sources: readonly unknown[]; changedAtMs: number }

/**
 * Keeps bodies that are repeated as bytes until their sources change, so that most answers cost neither a calculation nor an encoding. Only the first
 * body of every set of sources is checked against the contract: the sources were checked when they were read, so only a rule of the product could
 * break it, and no weighting could.
 *
 * @param movingMember an instant in the body that changes with every calculation; the tag leaves it out
 */
export function createEncodedBodies<Name extends string, Value extends Readonly<Record<Name, string>>>(
  contract: v.GenericSchema<Value>,
  movingMember: Name,
) {
  const bodies = createRepeatedMap<EncodedBody<Value>>(maxBodies)
  let madeFrom: readonly unknown[] = []
  let lastModified = ''
  let isChecked = false

  function makeBody(make: () => Value) {
    const value = isChecked ? make() : v.parse(contract, make())
    isChecked = true
    const json = JSON.stringify(value)
    const etag = createWeakTagWithout(json, movingMember, value[movingMember])
    return { value, body: json, validators: { etag, 'last-modified': lastModified } }
  }

  /**
   * @param key everything other than the sources that the body depends on
   * @throws v.ValiError when the body breaks the contract
   */
  return function encodedBody({ sources, changedAtMs }: MadeFrom, key: string, make: () => Value): EncodedBody<Value> {
    if (!areSame(sources, madeFrom)) {
      bodies.clear()
      madeFrom = sources
      lastModified = formatHttpDate(changedAtMs)
      isChecked = false
    }
    const known = bodies.get(key)
    if (known !== undefined) return known
    const made = makeBody(make)
    bodies.set(key, () => ({ ...made, body: encoder.encode(made.body) }))
    return made
  }
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((source, index) => source === other[index])
}
