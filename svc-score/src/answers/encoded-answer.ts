import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { mapMaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import type { Language } from '@hexawatt/shared/contract/values/languages'
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
  /** Language of its sentences; absent where the operation has only one. */
  language?: Language
}

/** An answer whose body is encoded. */
export type EncodedAnswer = AnswerFacts & { payload: Payload }

/**
 * Sets the headers on the framework's response, which costs less than a `Response` of our own.
 *
 * @returns whether the body is sent; false when the client has this version, and the status is 304
 */
export function writeHeaders(exchange: Exchange, facts: AnswerFacts): boolean {
  const { headers } = exchange.set
  writeFacts(headers, facts)
  if (applyDataHeaders(exchange, facts.validators)) return true
  delete headers['content-type']
  return false
}

/** Writes the headers of a response with a body. */
export function writeFacts(
  headers: Exchange['set']['headers'],
  { mode, isDegraded, validators, maxAgeSeconds, contentType = 'application/json', language }: AnswerFacts,
): void {
  if (mode !== null) headers[dataModeHeader] = mode
  if (isDegraded) headers[confidenceHeader] = 'degraded'
  headers['cache-control'] = cacheControl(maxAgeSeconds)
  Object.assign(headers, validators)
  headers['content-type'] = contentType
  if (language !== undefined) headers['content-language'] = language
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

/** Encodes a body, and tags its version. */
export type EncodeBody<Body> = (body: Body) => { payload: Payload; etag: string }

/**
 * Encodes a body as a whole.
 *
 * @param movingMember an instant in the body that changes with every calculation; the tag leaves it out
 */
export function encodeWhole<Name extends string, Body extends Readonly<Record<Name, string>>>(
  movingMember: Name,
): EncodeBody<Body> {
  return (body) => {
    const payload = JSON.stringify(body)
    return { payload, etag: weakTagWithout(payload, movingMember, body[movingMember]) }
  }
}

/** Sources of a body, compared by identity, and the instant of their last change, ms since the epoch. */
export type MadeFrom = { sources: readonly unknown[]; changedAtMs: number }

/**
 * Caches bodies as bytes until their sources change, so that most answers cost neither a calculation nor an encoding. A body is admitted on its
 * second request, unless another first request took its place between: one-off queries would churn the cache. The first body of every set of
 * sources is checked against the contract: the sources were checked when they were read, so only a rule of the product could break it, not a
 * weighting.
 */
export function createEncodedBodies<Body>(contract: v.GenericSchema<Body>, encodeBody: EncodeBody<Body>) {
  const bodies = createBoundedMap<EncodedBody<Body>>(maxBodies)
  /** What was requested once, each in the place of its hash: a map that forgets a key for every new one takes a tenth of a request that is computed. */
  const askedOnce = new Array<string>(maxBodies)
  let madeFrom: readonly unknown[] = []
  let lastModified = ''
  let isChecked = false

  function makeBody(make: () => Body): EncodedBody<Body> {
    const body = isChecked ? make() : v.parse(contract, make())
    isChecked = true
    const { payload, etag } = encodeBody(body)
    return { body, payload, validators: { etag, 'last-modified': lastModified } }
  }

  /**
   * @param key what the body depends on apart from its sources
   * @throws when the body breaks the contract
   */
  return function encodedBody({ sources, changedAtMs }: MadeFrom, key: string, make: () => Body): EncodedBody<Body> {
    if (!areSame(sources, madeFrom)) {
      bodies.clear()
      askedOnce.fill('')
      madeFrom = sources
      lastModified = httpDate(changedAtMs)
      isChecked = false
    }
    const known = bodies.get(key)
    if (known !== undefined) return known
    const made = makeBody(make)
    const place = Bun.hash.crc32(key) % maxBodies
    if (askedOnce[place] !== key) {
      askedOnce[place] = key
      return made
    }
    const { payload } = made
    const encoded = typeof payload === 'string' ? { ...made, payload: encoder.encode(payload) } : made
    bodies.set(key, encoded)
    return encoded
  }
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((source, index) => source === other[index])
}
