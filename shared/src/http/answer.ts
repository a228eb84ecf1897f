import type { Language } from '../contract/values/languages.ts'
import type { DataMode } from '../grid/feeds.ts'
import type { CacheScope } from './cache-lifetime.ts'
import type { Validators } from './conditional.ts'

/** A body that is sent unchanged: text, bytes, or a stream of bytes. */
export type EncodedBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/** Version of the data in a body, and how long the body may be cached. */
export type Version = {
  /** `etag` and `last-modified`; a client that sends them back gets a 304 while they are current. */
  validators: Validators
  maxAgeSeconds: number
  /** Absent: `private`, only the client may cache. */
  scope?: CacheScope
}

/** Result of a handler. `respond` creates the HTTP response from it, and is the only place with HTTP rules. */
export type Answer<Body = object | EncodedBody> = Version & {
  /**
   * An object is checked against the contract of its operation and written as JSON; a handler that encodes a body checks it itself. null = not made,
   * because the client has this version.
   */
  body: Body | null
  /** Kind of the data; null or absent = no data, or data without a kind. */
  mode?: DataMode | null
  /** True when a source of the body is late or missing. */
  isDegraded?: boolean
  /** Absent: JSON. */
  contentType?: string
  /** Language of the sentences; absent when the operation is not translated. */
  language?: Language
  /** Headers for facts that have no field in the body, such as the served window of a CSV. */
  headers?: Readonly<Record<string, string>>
}
