import { fetchUsable, parseJson } from '@hexawatt/shared/upstream/http-client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { OperatorApi } from './credentials.ts'
import { originOf, type PayloadOrigin } from './payload-origin.ts'
import { type RetryDeps, waitAfterRefusalMs, withRetry } from './retry.ts'
import type { TokenSource } from './token-source.ts'
import { halveWindow, splitAtDay, splitWindow, type Window, type WindowFormat, windowQuery } from './window.ts'

/** Resource of the operator that a feed is fetched from. */
export type OperatorResource = {
  /** API of the subscription; credentials may differ by API. */
  api: OperatorApi
  /** Path below the base address. */
  path: string
  /** Longest window of one call, Paris days. */
  maxWindowDays: number
  /** Format of the window's bounds; `none` where the resource takes no window and always returns its newest issue. */
  windowFormat: WindowFormat
  /** Day of the year (`MM-DD`) that no window spans. */
  cutAt?: string
  /** Fixed query members beside the window; each is a separate request. */
  queries: readonly Query[]
  /** Functional errors that mean "no data for this query or term": absence, not failure. */
  absentCodes?: readonly FunctionalCode[]
  /** Status with which the operator answers a window without any content: an empty answer, not a failure. */
  emptyStatus?: 404
  /** Minimum real time between two calls, ms, where the operator refuses shorter ones: a failed call is not repeated within it, and it survives restarts. */
  minCallIntervalMs?: number
}

/** Query members of a request, without the window. */
export type Query = Readonly<Record<string, string>>

/** One payload as received, with the query that it answers: some payloads do not repeat it. */
export type UpstreamPayload = { body: Uint8Array; json: unknown; window: Window; query: Query; origin: PayloadOrigin }

export type OperatorClientDeps = RetryDeps & {
  baseUrl: URL
  tokenSourceFor: (api: OperatorApi) => TokenSource
  /** Waits before a call, to limit the rate of bulk loads. */
  pace?: (api: OperatorApi, signal?: AbortSignal) => Promise<void>
}

const dataTimeoutMs = 30_000
/** Most continuation pages of one window (206). */
const maxPages = 200
const continuationHeader = 'continuation_token'

/**
 * Client of the operator's Data API: splits windows at each resource's maximum and halves them after a 413, follows continuation
 * pages after a 206, renews the token once after a 401, and retries by kind of failure.
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
      const answer = await fetchUsable({ url, headers, timeoutMs: dataTimeoutMs, signal })
      return { answer, json: parseJson(answer, url) }
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'unauthorized') tokens.discard(token)
      throw error
    }
  }

  /** One request with its retries; a rejected token is renewed once. Where the operator limits the interval of calls, a failed call is not repeated. */
  async function request(url: URL, resource: OperatorResource, continuation: string | null, signal?: AbortSignal) {
    const { api, minCallIntervalMs } = resource
    const once = () => requestOnce(url, api, continuation, signal)
    const attempt = () => (minCallIntervalMs === undefined ? withRetry(deps, once, signal) : once())
    return attempt()
      .catch((error: unknown) => {
        if (error instanceof UpstreamError && error.kind === 'unauthorized') return attempt()
        throw error
      })
      .catch((error: unknown) => {
        throw minCallIntervalMs === undefined ? error : withLeastWait(error, minCallIntervalMs)
      })
  }

  async function* pages(resource: OperatorResource, query: Query, window: Window, signal?: AbortSignal) {
    const url = new URL(resource.path, deps.baseUrl)
    // URLSearchParams writes the offset's `+` as %2B, which the operator requires.
    url.search = new URLSearchParams({ ...query, ...windowQuery(window, resource.windowFormat) }).toString()
    let continuation: string | null = null
    for (let page = 0; page < maxPages; page++) {
      const { answer, json } = await request(url, resource, continuation, signal)
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
      if (saysEmpty(resource, error)) return
      const isAbsent = saysAbsent(resource, error)
      const isTooLarge = error instanceof UpstreamError && error.kind === 'too_large'
      // A term that is absent at one end of the window makes the operator reject the whole window: smaller windows are requested.
      const halves = isAbsent || isTooLarge ? halveWindow(window) : null
      if (halves === null && isAbsent) return
      if (halves === null) throw error
      for (const half of halves) yield* fetchPiece(resource, query, half, signal)
    }
  }

  return {
    /**
     * Yields every payload of a window, oldest first, and skips what the resource has no data for. A functional error of one
     * query does not stop the others: it is thrown after all other payloads were yielded.
     *
     * @throws UpstreamError
     */
    async *fetchWindow(
      resource: OperatorResource,
      window: Window,
      signal?: AbortSignal,
    ): AsyncGenerator<UpstreamPayload> {
      let refusal: unknown = null
      const { windowFormat, maxWindowDays, cutAt } = resource
      const spans = cutAt === undefined ? [window] : splitAtDay(window, cutAt)
      const pieces = windowFormat === 'none' ? spans : spans.flatMap((span) => splitWindow(span, maxWindowDays))
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

/** Number of a functional error of the operator, without the API's name: `F04` of `TMPLIKSUPCON_TMPLIKCAL_F04`. */
export type FunctionalCode = `F${string}`

/**
 * Functional code of a rejected request; null for other failures. Most APIs give a number the same meaning (F04: no data for that
 * term), but F08 is the caller's mistake in one API and an absent combination in another: each resource lists those that mean absence.
 */
export function functionalCodeOf(error: unknown): FunctionalCode | null {
  if (!(error instanceof UpstreamError) || error.kind !== 'rejected') return null
  const digits = error.code?.match(/_F(\d\d)$/)?.[1]
  return digits === undefined ? null : `F${digits}`
}

function saysAbsent({ absentCodes = [] }: OperatorResource, error: unknown): boolean {
  const code = functionalCodeOf(error)
  return code !== null && absentCodes.includes(code)
}

function saysEmpty({ emptyStatus }: OperatorResource, error: unknown): boolean {
  return emptyStatus !== undefined && error instanceof UpstreamError && error.status === emptyStatus
}

/** A refusal of too many calls, with a wait of at least `leastMs`; other errors unchanged. */
function withLeastWait(error: unknown, leastMs: number): unknown {
  if (!(error instanceof UpstreamError) || error.kind !== 'rate_limited') return error
  const { kind, message, code, status, body } = error
  const retryAfterMs = Math.max(waitAfterRefusalMs(error), leastMs)
  return new UpstreamError(kind, message, {
    retryAfterMs,
    code,
    ...(status === null ? {} : { status }),
    ...(body === null ? {} : { body }),
  })
}
