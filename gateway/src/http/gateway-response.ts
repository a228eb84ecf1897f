import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'

/** A response for a client. Requests may share cached responses. */
export type GatewayResponse = {
  readonly status: number
  /** A response that is sent again has shared, immutable headers from `createResponseHeaders`; a response that is sent once has plain values. */
  readonly headers: Headers | HeaderValues
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
  /** Whether this is a stream that never ends by itself and has its own bounds. Absent = no. */
  readonly isEndless?: true
}

/** The body of HEAD where GET has a stream: for an empty body the server would send a length of 0, and a cancelled stream cannot be sent. */
export function makeEmptyStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ pull: (controller) => controller.close() }, { highWaterMark: 0 })
}

/** Limits the freshness of a response to some seconds. Returns the response itself when it is shorter already, or never cached. */
export function limitMaxAge(response: GatewayResponse, seconds: number): GatewayResponse {
  const { headers } = response
  const cacheControl = headers instanceof Headers ? headers.get('cache-control') : headers['cache-control']
  const maxAge = /max-age=(\d+)/.exec(cacheControl ?? '')
  if (!cacheControl || maxAge === null || Number(maxAge[1]) <= seconds) return response
  const lower = cacheControl.replace(maxAge[0], `max-age=${seconds}`)
  if (!(headers instanceof Headers)) return { ...response, headers: { ...headers, 'cache-control': lower } }
  const copied = new Headers(headers)
  copied.set('cache-control', lower)
  return { ...response, headers: copied }
}

/** The client disconnected before its response was made; this status appears in the log only. */
export const clientGoneStatus = 499
