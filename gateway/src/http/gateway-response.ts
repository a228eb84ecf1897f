import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'

/** What is sent to a client. Cached responses are shared by requests. */
export type GatewayResponse = {
  readonly status: number
  /** Made by `createResponseHeaders` for a response that is sent again: nothing writes to them. Only the values, in lower case, for a response that is sent once. */
  readonly headers: Headers | HeaderValues
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
  /** A stream that never ends by itself, and has bounds of its own. Absent = no. */
  readonly isEndless?: true
}

/** The body of HEAD where GET has a stream: for an empty body the server would send a length of 0, and a cancelled stream cannot be sent. */
export function emptyStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ pull: (controller) => controller.close() }, { highWaterMark: 0 })
}

/** A copy of a response that stays fresh for at most some seconds; the response itself when it does so already, or is never cached. */
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

/** The client left before its response was made; this status appears in the log only. */
export const clientGoneStatus = 499
