import { AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import { readFields, UnprintableFieldError } from '@hexawatt/shared/errors/printable-fields'
import { requestFacts } from '@hexawatt/shared/http/request-facts'
import { isPostgresUnavailable } from '@hexawatt/shared/postgres/postgres-unavailable'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import { type Html, html } from '../../kit/html.ts'
import type { AccountShell, FramedPage } from './account-shell.ts'
import { type AccountTexts, accountTexts } from './account-texts.ts'
import type { Download } from './member-page.ts'
import { startPath } from './visitor-page.ts'

/** Longest that the body of a form may take to arrive, ms. */
const bodyTimeoutMs = 5_000

/** Largest body of a form, bytes. */
const maxFormBytes = 16 * 1024

/** `Retry-After` while a store does not answer, s. */
const retryAfterSeconds = 5

/** On every answer under `/account`, in place of the CORS headers of others: for this browser and this site only. */
export const accountHeaders = {
  'cache-control': 'no-store',
  // Not `no-referrer`, with which browsers send forms with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const

export type AccountResponsesDeps = {
  shell: AccountShell
  /** Why members cannot sign in here, for the operator; null = they can. */
  offBecause: 'no_mail' | 'below_path' | null
  publicBaseUrl: string
  logger: Logger
}

type Place = Pick<FramedPage, 'request' | 'path' | 'preferences'>

/** Makes the responses under `/account`. */
export function createAccountResponses({ shell, offBecause, publicBaseUrl, logger }: AccountResponsesDeps) {
  const rareLog = createRareLog({ logger })

  function framed(page: FramedPage, status: number, setCookies: readonly string[] = []): Response {
    const { language, cookie } = page.preferences
    const headers = new Headers(accountHeaders)
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('content-language', language)
    if (cookie !== null) headers.append('set-cookie', `${cookie}; Path=/`)
    for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
    return new Response(shell(page), { status, headers })
  }

  function withoutSession(place: Place, status: number, heading: string, content: Html): Response {
    return framed({ ...place, heading, content: html`<section>${content}</section>`, signedIn: null }, status)
  }

  return {
    framed,
    /** 303: a reload does not send the form again. */
    seeOther(path: `/account${string}`, setCookies: readonly string[] = []): Response {
      const headers = new Headers({ ...accountHeaders, location: path })
      for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
      return new Response(null, { status: 303, headers })
    },
    /** What a page shows: its content in the frame, or a file. */
    shown(page: Omit<FramedPage, 'content'>, shown: Html | Download): Response {
      if ('markup' in shown) return framed({ ...page, content: shown }, 200)
      const headers = new Headers({
        ...accountHeaders,
        'content-type': shown.contentType,
        'content-disposition': `attachment; filename="${shown.fileName}"`,
      })
      return new Response(shown.body, { headers })
    },
    off(place: Place): Response {
      const { off, belowPath } = accountTexts[place.preferences.language]
      const content =
        offBecause === 'below_path'
          ? html`<p>${belowPath}</p>`
          : html`<p>${off.lead}</p><p>${off.operator}</p>
<pre><code>SMTP_URL=smtps://user:password@mail.example.org
MAIL_FROM=Hexawatt &lt;compte@example.org&gt;
PUBLIC_BASE_URL=https://…</code></pre><p class="quiet">${off.settings}</p>`
      return withoutSession(place, 503, off.heading, content)
    },
    plainHttp(place: Place): Response {
      const { plainHttp } = accountTexts[place.preferences.language]
      const safe = publicBaseUrl.startsWith('https:')
        ? html`<p>${plainHttp.remedy} <a href="${publicBaseUrl}${startPath}">${publicBaseUrl}${startPath}</a></p>`
        : html`<p>${plainHttp.operator}</p>`
      return withoutSession(place, 403, plainHttp.heading, html`<p>${plainHttp.lead}</p>${safe}`)
    },
    /** A page for whatever a step threw. */
    refused(place: Place, thrown: unknown): Response {
      const error = isPostgresUnavailable(thrown) ? unavailable(thrown) : toAppError(thrown)
      if (error.status === 500) {
        const { requestId } = requestFacts(place.request)
        rareLog.error({ err: error.options.cause ?? thrown, requestId }, 'account page failed')
      }
      const texts = accountTexts[place.preferences.language]
      const content = html`<p class="notice" role="alert">${textOf(error, texts)}</p><p><a href="${startPath}">${texts.refused.back}</a></p>`
      const response = withoutSession(place, error.status, texts.refused.heading, content)
      const retryAfter = error.options.retryAfterSeconds
      if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter))
      return response
    },
  }
}
export type AccountResponses = ReturnType<typeof createAccountResponses>

function unavailable(cause: unknown): AppError {
  return new AppError('service_unavailable', { detail: 'The store does not answer.', retryAfterSeconds, cause })
}

function textOf(error: AppError, { errors, unprintable }: AccountTexts): string {
  if (error instanceof UnprintableFieldError) return unprintable(error.field)
  const { code, status, options } = error
  if (code === 'origin_not_allowed') return errors.form
  if (code === 'invalid_body' || code === 'unsupported_media_type') return errors.body
  if (code === 'rate_limited') return errors.busy
  if (status === 503) return errors.store
  return status >= 500 ? errors.other : options.detail
}

/**
 * Reads the form of a POST.
 *
 * @throws AppError `unsupported_media_type`, or `invalid_body` when it is too large, too slow, or holds characters that are not printable
 */
export async function formOf(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', { detail: 'Accepted is application/x-www-form-urlencoded.' })
  }
  try {
    const body = await withTimeout(bodyTimeoutMs, request.text())
    if (body.length <= maxFormBytes) return readFields('Form field', body)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
  }
  throw new AppError('invalid_body', { detail: 'The form is too large, or did not arrive in time.' })
}
