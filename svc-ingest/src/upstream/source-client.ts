import type { SourceName } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { fetchUsable, type HttpAnswer, parseJson } from '@hexawatt/shared/upstream/http-client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Answer, Call, FunctionalCode, Page, Source } from '../sources/definition/source.ts'
import { type PublisherPolicies, type PublisherPolicy, publisherPolicies } from '../sources/publishers.ts'
import { sources } from '../sources/registry.ts'
import { type PayloadOrigin, readOrigin } from './payload-origin.ts'
import { createPublisherPace } from './publisher-pace.ts'
import { callWithRetry, type RetryDeps, waitAfterRefusalMs } from './retry.ts'
import type { TokenSource } from './token-source.ts'

export type SourceClientDeps = RetryDeps & {
  sql: Sql
  logger: Logger
  /** Base address of each publisher: its own, a mirror or the demo upstream. */
  baseUrls: Readonly<Record<SourceName, URL>>
  tokenSourceFor: (api: string) => TokenSource
  /** Keys of publishers that require one in the query. */
  apiKeys?: Readonly<Partial<Record<SourceName, string>>>
  /** Waits before a call of the operator, to limit the rate of bulk loads. */
  pace?: (api: string, signal?: AbortSignal) => Promise<void>
  /** Scales the gaps between calls of open publishers: 1 with real ones, 0 where the product's own demo upstream answers. */
  gapScale?: number
  /** Policy of each publisher; absent: the policies of the product. */
  policies?: PublisherPolicies
}

/** An answer as received; `isLast` when it belongs to the last of the calls that were asked for. */
export type Payload = { answer: Answer; origin: PayloadOrigin; isLast: boolean }

/** Most pages of one call. */
const maxPages = 200
const continuationHeader = 'continuation_token'

/**
 * Client of every publisher: tokens, pace and retries by the publisher's policy; a call is halved after a 413, its continuation pages are followed, and what
 * the publisher calls absent is skipped. It follows no redirects.
 */
export function createSourceClient(deps: SourceClientDeps) {
  const { baseUrls, apiKeys = {}, gapScale = 1, policies = publisherPolicies } = deps
  const paceOf = createPublisherPace({ ...deps, gapScale, policies })

  async function requestOnce(source: Source, call: Call, continuation: string | null, signal?: AbortSignal) {
    const policy = policies[source.publisher]
    const pace = paceOf(source.publisher)
    await pace?.awaitTurn(source.yieldsToFeeds === true && call.isFirst !== true, signal)
    if (source.api !== undefined) await deps.pace?.(source.api, signal)
    const key = apiKeys[source.publisher]
    const url = toUrl(baseUrls[source.publisher], call, addKey(policy, key))
    const tokens = source.api === undefined ? null : deps.tokenSourceFor(source.api)
    const token = (await tokens?.token()) ?? null
    const headers = {
      ...(policy.answers === 'file' ? { accept: '*/*' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(continuation === null ? {} : { [continuationHeader]: continuation }),
    }
    try {
      const answer = await fetchUsable({ url, headers, key, timeoutMs: policy.timeoutMs, signal })
      const json = readBody(policy, answer, url)
      await pace?.noteAnswer(answer.headers)
      return { answer, json }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.kind === 'unauthorized' && token !== null) tokens?.discard(token)
      if (pace === null) throw error
      if (!isEmptyAnswer(source, error)) throw await pace.errorOf(error)
      await pace.noteAnswer(null)
      throw error
    }
  }

  /** One request with its retries; a rejected token is renewed once. Where the publisher limits the interval of calls, a failed call is not repeated. */
  async function request(source: Source, call: Call, continuation: string | null, signal?: AbortSignal) {
    const minGapMs = findMinCallGapMs(source)
    const pace = paceOf(source.publisher)
    const once = () => requestOnce(source, call, continuation, signal)
    const attempt = () => (minGapMs === null && (pace?.mayRetry() ?? true) ? callWithRetry(deps, once, signal) : once())
    const work = () =>
      attempt()
        .catch((error: unknown) => {
          const isRenewable =
            source.api !== undefined && error instanceof UpstreamError && error.kind === 'unauthorized'
          if (isRenewable) return attempt()
          throw error
        })
        .catch((error: unknown) => {
          throw minGapMs === null ? error : extendWait(error, minGapMs)
        })
    if (pace === null) return work()
    return pace.inTurn(sources.indexOf(source), () =>
      work().then(
        (received) => {
          pace.noteOutcome(null)
          return received
        },
        (error: unknown) => {
          pace.noteOutcome(isEmptyAnswer(source, error) ? null : error)
          throw error
        },
      ),
    )
  }

  /** The answers of one call: one for each continuation page of the operator (206), else one with all pages that its source follows. */
  async function* fetchPages(
    source: Source,
    call: Call,
    signal?: AbortSignal,
  ): AsyncGenerator<Omit<Payload, 'isLast'>> {
    let continuation: string | null = null
    for (let page = 0; page < maxPages; page++) {
      const { answer, json } = await request(source, call, continuation, signal)
      const first = { body: answer.body, json }
      const pages = await fetchFollowingPages(source, first, signal)
      yield {
        answer: { ...first, query: call.asked, ...(pages === null ? {} : { pages }) },
        origin: readOrigin(answer.headers),
      }
      if (source.api === undefined || answer.status !== 206) return
      continuation = answer.headers.get(continuationHeader)
      if (continuation === null)
        throw new UpstreamError('unusable', `${call.path} answered 206 without a continuation token`)
    }
    throw new UpstreamError('unusable', `${call.path} has more than ${maxPages} continuation pages`)
  }

  /** The pages that an answer leads to; null where its source follows none. */
  async function fetchFollowingPages(source: Source, first: Page, signal?: AbortSignal): Promise<Page[] | null> {
    if (source.nextPage === undefined) return null
    const pages = [first]
    for (let call = source.nextPage(pages); call !== null; call = source.nextPage(pages)) {
      if (pages.length > maxPages) throw new UpstreamError('unusable', `${call.path} has more than ${maxPages} pages`)
      const { answer, json } = await request(source, call, null, signal)
      pages.push({ body: answer.body, json })
    }
    return pages.slice(1)
  }

  async function* fetchAnswers(
    source: Source,
    call: Call,
    signal?: AbortSignal,
  ): AsyncGenerator<Omit<Payload, 'isLast'>> {
    try {
      yield* fetchPages(source, call, signal)
    } catch (error) {
      if (isEmptyAnswer(source, error)) return
      const isAbsent = isAbsentTerm(source, error)
      const isTooLarge = error instanceof UpstreamError && error.kind === 'too_large'
      // A term that is absent at one end of the window makes the operator reject the whole window: smaller windows are requested.
      const halves = isAbsent || isTooLarge ? (call.halve?.() ?? null) : null
      if (halves === null && isAbsent) return
      if (halves === null) throw error
      for (const half of halves) yield* fetchAnswers(source, half, signal)
    }
  }

  return {
    /**
     * Makes calls of a source one after the other and yields every answer; a call for which the publisher has no data is skipped. A functional error of one call,
     * and a failure of one of several independent calls, does not stop the others: it is thrown after all other answers were yielded.
     *
     * @throws UpstreamError `rejected` without a call while an open publisher is paused or its budget of the day is used up
     */
    async *fetch(source: Source, calls: readonly Call[], signal?: AbortSignal): AsyncGenerator<Payload> {
      let refusal: unknown = null
      for (const [at, call] of calls.entries()) {
        const isLast = at === calls.length - 1
        try {
          for await (const payload of fetchAnswers(source, call, signal)) yield { ...payload, isLast }
        } catch (error) {
          if (!mayGoOnAfter(source, error, signal)) throw error
          refusal ??= error
        }
      }
      if (refusal !== null) throw refusal
    },
  }
}
export type SourceClient = ReturnType<typeof createSourceClient>

/** Address of a call below the publisher's own, which may have a path. */
export function toUrl(base: URL, { path, query }: Pick<Call, 'path' | 'query'>, further: Call['query'] = {}): URL {
  const url = new URL(`${base.href.replace(/\/$/, '')}${path}`)
  // URLSearchParams writes the offset's `+` as %2B, which the operator requires.
  url.search = new URLSearchParams({ ...query, ...further }).toString()
  return url
}

function addKey({ apiKey }: PublisherPolicy, key: string | undefined): Record<string, string> {
  return apiKey === undefined || key === undefined ? {} : { [apiKey.parameter]: key }
}

/** JSON of a body where the publisher answers with nothing else. @throws UpstreamError for a body that its publisher's policy refuses */
function readBody({ answers }: PublisherPolicy, answer: HttpAnswer, url: URL): unknown {
  if (answers === 'json') return parseJson(answer, url)
  // Portals answer with a page and status 200 when they are closed for maintenance.
  const isWebPage = answer.headers.get('content-type')?.includes('text/html') || answer.body[0] === '<'.charCodeAt(0)
  if (isWebPage) throw new UpstreamError('unusable', `${url.host}${url.pathname} answered with a web page`)
  return undefined
}

/** Whether the other calls are worth a try after a failure: not after a refusal of too many, and not when the program stops. */
const mayGoOnAfter = ({ hasIndependentCalls }: Source, error: unknown, signal?: AbortSignal): boolean =>
  findFunctionalCode(error) !== null ||
  (hasIndependentCalls === true && error instanceof UpstreamError && error.kind !== 'rate_limited' && !signal?.aborted)

function findMinCallGapMs({ rhythm }: Source): number | null {
  return rhythm.kind === 'interval' && rhythm.minCallGapMinutes !== undefined
    ? rhythm.minCallGapMinutes * minuteMs
    : null
}

/**
 * Functional code of a rejected request; null for other failures. Most APIs give a number the same meaning (F04: no data for that
 * term), but F08 is the caller's mistake in one API and an absent combination in another: each source lists the codes that mean absence.
 */
function findFunctionalCode(error: unknown): FunctionalCode | null {
  if (!(error instanceof UpstreamError) || error.kind !== 'rejected') return null
  const digits = error.code?.match(/_F(\d\d)$/)?.[1]
  return digits === undefined ? null : `F${digits}`
}

/** Whether a failure says by its functional code that the asked term or combination does not exist. */
export function isAbsentTerm({ absent }: Source, error: unknown): boolean {
  const code = findFunctionalCode(error)
  return code !== null && absent?.codes?.includes(code) === true
}

/** Whether the status of a failure says that the publisher has no data for the request. */
export function isEmptyAnswer({ absent }: Source, error: unknown): boolean {
  return absent?.status !== undefined && error instanceof UpstreamError && error.status === absent.status
}

/** A refusal of too many calls, with a wait of at least `leastMs`; other errors unchanged. */
function extendWait(error: unknown, leastMs: number): unknown {
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
