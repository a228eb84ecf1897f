import type { AppError } from '@hexawatt/shared/errors/app-error'
import { UnprintableFieldError } from '@hexawatt/shared/errors/printable-fields'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { type Html, html } from '../../kit/html.ts'
import { renderProblem } from '../../kit/private/fields.ts'
import {
  addRetryAfter,
  createReadRefusal,
  type Download,
  downloadResponse,
  makePrivateResponse,
} from '../../kit/private/private-responses.ts'
import type { AccountShell, FramedPage } from './account-shell.ts'
import { type AccountTexts, accountTexts } from './account-texts.ts'
import { startPath } from './visitor-page.ts'

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
  const readRefusal = createReadRefusal(logger, 'account page failed')

  function renderFramed(page: FramedPage, status: number, setCookies: readonly string[] = []): Response {
    return makePrivateResponse({ markup: shell(page), status, preferences: page.preferences, setCookies })
  }

  function renderWithoutSession(place: Place, status: number, heading: string, content: Html): Response {
    return renderFramed({ ...place, heading, content: html`<section>${content}</section>`, signedIn: null }, status)
  }

  return {
    framed: renderFramed,
    /** Content of a page: its content in the frame, or a file. */
    shown(page: Omit<FramedPage, 'content'>, shown: Html | Download): Response {
      return 'markup' in shown ? renderFramed({ ...page, content: shown }, 200) : downloadResponse(shown)
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
      return renderWithoutSession(place, 503, off.heading, content)
    },
    renderPlainHttp(place: Place): Response {
      const { plainHttp } = accountTexts[place.preferences.language]
      const safe = publicBaseUrl.startsWith('https:')
        ? html`<p>${plainHttp.remedy} <a href="${publicBaseUrl}${startPath}">${publicBaseUrl}${startPath}</a></p>`
        : html`<p>${plainHttp.operator}</p>`
      return renderWithoutSession(place, 403, plainHttp.heading, html`<p>${plainHttp.lead}</p>${safe}`)
    },
    /** A page for any error thrown by a step. */
    refused(place: Place, thrown: unknown): Response {
      const error = readRefusal(thrown, place.request)
      const texts = accountTexts[place.preferences.language]
      const content = html`${renderProblem(chooseErrorText(error, texts))}<p><a class="btn second" href="${startPath}">${texts.refused.back}</a></p>`
      return addRetryAfter(renderWithoutSession(place, error.status, texts.refused.heading, content), error)
    },
  }
}
export type AccountResponses = ReturnType<typeof createAccountResponses>

function chooseErrorText(error: AppError, { errors, unprintable }: AccountTexts): string {
  if (error instanceof UnprintableFieldError) return unprintable(error.field)
  const { code, status, options } = error
  if (code === 'origin_not_allowed') return errors.form
  if (code === 'invalid_body' || code === 'unsupported_media_type') return errors.body
  if (code === 'rate_limited') return errors.busy
  if (status === 503) return errors.store
  return status >= 500 ? errors.other : options.detail
}
