import { AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import { writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import { readRequestFacts } from '@hexawatt/shared/http/request-facts'
import { isPostgresUnavailable } from '@hexawatt/shared/postgres/postgres-unavailable'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Preferences } from '../preferences.ts'

/** On every answer of a private page, instead of CORS headers: only this browser and this site may read it. */
export const privateHeaders = {
  'cache-control': 'no-store',
  // Not `no-referrer`: browsers would then send forms with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': writeContentPolicy({
    'style-src': "'self'",
    'img-src': "'self' data:",
    'form-action': "'self'",
  }),
} as const

/** `Retry-After` while a store does not answer, s. */
const retryAfterSeconds = 5

export type PrivateAnswer = {
  markup: string
  status: number
  preferences: Pick<Preferences, 'language' | 'cookie'>
  /** `Set-Cookie` values. */
  setCookies?: readonly string[]
}

/** The response of a private page. */
export function makePrivateResponse({ markup, status, preferences, setCookies = [] }: PrivateAnswer): Response {
  const headers = new Headers({
    ...privateHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-language': preferences.language,
  })
  if (preferences.cookie !== null) headers.append('set-cookie', preferences.cookie)
  for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
  return new Response(markup, { status, headers })
}

/** 303: a reload does not send the form again. */
export function redirectToPage(path: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ ...privateHeaders, location: path })
  for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
  return new Response(null, { status: 303, headers })
}

/** A file instead of a page, such as a CSV: it is never cached. */
export type Download = { fileName: string; contentType: string; body: string | ReadableStream<Uint8Array<ArrayBuffer>> }

export function downloadResponse({ fileName, contentType, body }: Download): Response {
  return new Response(body, {
    headers: {
      ...privateHeaders,
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
}

/** Makes the function that turns an error of a page into a refusal: unexpected errors are logged, an outage of Postgres is 503. */
export function createReadRefusal(logger: Logger, logLine: string) {
  const rareLog = createRareLog({ logger })
  return function readRefusal(thrown: unknown, request: Request): AppError {
    const error = isPostgresUnavailable(thrown) ? unavailable(thrown) : toAppError(thrown)
    if (error.status === 500) {
      rareLog.error({ err: error.options.cause ?? thrown, requestId: readRequestFacts(request).requestId }, logLine)
    }
    return error
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('service_unavailable', { detail: 'The store does not answer.', retryAfterSeconds, cause })
}

/** The response of a refusal, which may say when to try again. */
export function addRetryAfter(response: Response, { options: { retryAfterSeconds: seconds } }: AppError): Response {
  if (seconds !== undefined) response.headers.set('retry-after', String(seconds))
  return response
}
