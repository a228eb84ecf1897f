import type { OperatorApi } from './credentials.ts'
import { exchange, originOf, type PayloadOrigin, parseJson } from './http-client.ts'
import { type RetryDeps, withRetry } from './retry.ts'
import type { TokenSource } from './token-source.ts'
import { type FunctionalCode, functionalCodeOf, UpstreamError } from './upstream-error.ts'
import { halveWindow, splitWindow, type Window, type WindowFormat, windowQuery } from './window.ts'

/** What is asked of the operator for one feed. */
export type OperatorResource = {
  /** API that is subscribed to; credentials may differ by it. */
  api: OperatorApi
  /** Path below the base address. */
  path: string
  /** Longest window of one call, Paris days (`upstream.md` §1.3). */
  maxWindowDays: number
  /** How the bounds are written; `none` where the resource takes no window and always gives its newest issue. */
  windowFormat: WindowFormat
  /** Fixed query members beside the window; each of them is a request of its own. */
  queries: readonly Query[]
  /** Functional errors by which the resource says that it has nothing for a query or a term: absence, not failure. */
  absentCodes?: readonly FunctionalCode[]
}

/** Query members of a request, without the window. */
export type Query = Readonly<Record<string, string>>

/** One payload as it came, with the query that it answers: some payloads do not repeat it. */
export type UpstreamPayload = { body: Uint8Array; json: unknown; window: Window; query: Query; origin: PayloadOrigin }

export type OperatorClientDeps = RetryDeps & {
  baseUrl: URL
  tokenSourceFor: (api: OperatorApi) => TokenSource
  /** Waits before a call of an API where calls are to be spread (bulk loads). */
  pace?: (api: OperatorApi, signal?: AbortSignal) => Promise<void>
}

const dataTimeoutMs = 30_000
/** Most continuation pages of one window (206). */
const maxPages = 200
const continuationHeader = 'continuation_token'

/**
 * Client of the operator's Data API (`upstream.md` §1): windows within each resource's maximum, smaller ones after a 413,
 * continuation pages after a 206, one new token after a 401, retries by kind.
 */
export function createOperatorClient(deps: OperatorClientDeps) {
  async function requestOnce(url: URL, api: OperatorApi, continuation: string | null, signal?: AbortSignal) {
    await deps.pace?.(api, signal)
    const tokens = deps.tokenSourceFor(api)
    const token = await tokens.token()
    const headers = {
      authorization: `Bearer ${token}`,
      ...(continuation ? { [continuationHeader]: continuation } : {}),
    }
    try {
      const answer = await exchange({ url, headers, timeoutMs: dataTimeoutMs, ...(signal ? { signal } : {}) })
      return { answer, json: parseJson(answer, url) }
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'unauthorized') tokens.discard(token)
      throw error
    }
  }

  /** One request with its retries; a refused token is replaced once. */
  async function request(url: URL, api: OperatorApi, continuation: string | null, signal?: AbortSignal) {
    const attempt = () => withRetry(deps, () => requestOnce(url, api, continuation, signal), signal)
    return attempt().catch((error: unknown) => {
      if (error instanceof UpstreamError && error.kind === 'unauthorized') return attempt()
      throw error
    })
  }

  async function* pages(resource: OperatorResource, query: Query, window: Window, signal?: AbortSignal) {
    const url = new URL(resource.path, deps.baseUrl)
    // URLSearchParams writes the offset's `+` as %2B, which the operator requires.
    url.search = new URLSearchParams({ ...query, ...windowQuery(window, resource.windowFormat) }).toString()
    let continuation: string | null = null
    for (let page = 0; page < maxPages; page++) {
      const { answer, json } = await request(url, resource.api, continuation, signal)
      yield { body: answer.body, json, window, query, origin: originOf(answer.headers) } satisfies UpstreamPayload
      if (answer.status !== 206) return
      continuation = answer.headers.get(continuationHeader)
      if (continuation === null)
        throw new UpstreamError('unusable', `${url.pathname} answered 206 without a continuation token`)
    }
    throw new UpstreamError('unusable', `${url.pathname} has more than ${maxPages} continuation pages`)
  }

  async function* fetchPiece(
    resource: OperatorResource,
    query: Query,
    window: Window,
    signal?: AbortSignal,
  ): AsyncGenerator<UpstreamPayload> {
    try {
      yield* pages(resource, query, window, signal)
    } catch (error) {
      const isAbsent = saysAbsent(resource, error)
      const isTooLarge = error instanceof UpstreamError && error.kind === 'too_large'
      // A term that is absent at one end of the window is refused for the whole of it: each day is asked for by itself.
      const halves = isAbsent || isTooLarge ? halveWindow(window) : null
      if (halves === null && isAbsent) return
      if (halves === null) throw error
      for (const half of halves) yield* fetchPiece(resource, query, half, signal)
    }
  }

  return {
    /**
     * Every payload of a window, oldest first. What the resource has nothing for is passed over. A functional refusal of one
     * query costs the others nothing: it is thrown when everything else has been given.
     *
     * @throws UpstreamError
     */
    async *fetchWindow(
      resource: OperatorResource,
      window: Window,
      signal?: AbortSignal,
    ): AsyncGenerator<UpstreamPayload> {
      let refusal: unknown = null
      const pieces = resource.windowFormat === 'none' ? [window] : splitWindow(window, resource.maxWindowDays)
      for (const piece of pieces) {
        for (const query of resource.queries) {
          try {
            yield* fetchPiece(resource, query, piece, signal)
          } catch (error) {
            if (functionalCodeOf(error) === null) throw error
            refusal ??= error
          }
        }
      }
      if (refusal !== null) throw refusal
    },
  }
}
export type OperatorClient = ReturnType<typeof createOperatorClient>

function saysAbsent({ absentCodes = [] }: OperatorResource, error: unknown): boolean {
  const code = functionalCodeOf(error)
  return code !== null && absentCodes.includes(code)
}
