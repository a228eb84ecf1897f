import type { Language } from '../contract/values/languages.ts'
import type { DataMode } from '../grid/feeds.ts'
import type { CacheScope } from './cache-lifetime.ts'
import type { Validators } from './conditional.ts'

/** A body that is sent as it is: text, bytes, or a stream of bytes. */
export type EncodedBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/** Which version of its data a body shows, and how long it may be cached. */
export type Version = {
  /** `etag` and `last-modified`; a client that sends them back gets a 304 while they hold. */
  validators: Validators
  maxAgeSeconds: number
  /** Absent: `private`, only the client itself may cache. */
  scope?: CacheScope
}

/** What a handler answers. `respond` makes the response, the only place that knows HTTP's rules about it. */
export type Answer<Body = object | EncodedBody> = Version & {
  /**
   * An object is checked against the contract of its operation and written as JSON; a handler that encodes a body checks it itself. null = not made,
   * because the client has this version.
   */
  body: Body | null
  /** Whether the data are live, demo or replayed; null or absent = no data, or none that have a mode. */
  mode?: DataMode | null
  /** A source of the body is late or missing. */
  isDegraded?: boolean
  /** Absent: JSON. */
  contentType?: string
  /** Language of the sentences; absent where the operation has only one. */
  language?: Language
  /** Facts that the body has no field for, such as the served window of a CSV. */
  headers?: Readonly<Record<string, string>>
}
