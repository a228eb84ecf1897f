import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { mapMaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { httpDate, type Validators, weakTagWithout } from '@hexawatt/shared/http/conditional'
import { applyDataHeaders, cacheControl, type Exchange } from '@hexawatt/shared/http/data-headers'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import type { Clock } from '@hexawatt/shared/time/clock'
import * as v from 'valibot'
import type { LatestSnapshots } from '../sources/latest-snapshots.ts'

/** Facts of an answer that go into its headers. */
export type AnswerFacts = {
  /** null when nothing is stored. */
  mode: DataMode | null
  isDegraded: boolean
  validators: Required<Validators>
  maxAgeSeconds: number
  /** JSON without it. */
  contentType?: string
}

/** An answer whose body is encoded. */
export type EncodedAnswer = AnswerFacts & { payload: Payload }

/**
 * Sets the headers on the framework's response, which costs less than a `Response` of our own.
 *
 * @returns whether the body is sent; false when the client has this version, and the status is 304
 */
export function writeHeaders(
  exchange: Exchange,
  { mode, isDegraded, validators, maxAgeSeconds, contentType = 'application/json' }: AnswerFacts,
): boolean {
  const { headers } = exchange.set
  if (mode !== null) headers[dataModeHeader] = mode
  if (isDegraded) headers[confidenceHeader] = 'degraded'
  headers['cache-control'] = cacheControl(maxAgeSeconds)
  const isWanted = applyDataHeaders(exchange, validators)
  if (isWanted) headers['content-type'] = contentType
  return isWanted
}

/** Sends an encoded answer; no body when the client has this version. */
export function send(
  exchange: Exchange,
  answer: EncodedAnswer | Promise<EncodedAnswer>,
): Payload | undefined | Promise<Payload | undefined> {
  return mapMaybePromise(answer, (encoded) => (writeHeaders(exchange, encoded) ? encoded.payload : undefined))
}

/** What every answer needs. */
export type AnswerDeps = { latest: LatestSnapshots; clock: Clock }

/** Most bodies of one operation in memory: customers use few weightings and lengths. */
const maxBodies = 128

const encoder = new TextEncoder()

/** JSON to send: bytes, or text that the server encodes. */
export type Payload = string | Uint8Array<ArrayBuffer>

/** A body, its encoding, and the validators of its version. */
export type EncodedBody<Body> = { body: Body; payload: Payload; validators: Required<Validators> }

/** Sources of a body, compared by identity, and the instant of their last change, ms since the epoch. */
export type MadeFrom = { sources: readonly unknown[]; changedAtMs: number }

/**
 * Caches bodies as bytes until their sources change, so that most answers cost neither a calculation nor an encoding. A body is
 * admitted on its second request: one-off queries would churn the cache. The first body of every set of sources is checked against the
 * contract: the sources were checked when they were read, so only a rule of the product could break it, not a weighting.
 *
 * @param movingMember an instant in the body that changes with every calculation; the version leaves it out
 */
export function createEncodedBodies<Name extends string, Body extends Readonly<Record<Name, string>>>(
  contract: v.GenericSchema<Body>,
  movingMember: Name,
) {
  /** null: requested once. */
  const bodies = createBoundedMap<EncodedBody<Body> | null>(maxBodies)
  let madeFrom: readonly unknown[] = []
  let lastModified = ''
  let isChecked = false

  function makeBody(make: () => Body): EncodedBody<Body> & { payload: string } {
    const body = isChecked ? make() : v.parse(contract, make())
    isChecked = true
    const payload = JSON.stringify(body)
    const etag = weakTagWithout(payload, movingMember, body[movingMember])
    return { body, payload, validators: { etag, 'last-modified': lastModified } }
  }

  /**
   * @param key what the body depends on apart from its sources
   * @throws when the body breaks the contract
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
