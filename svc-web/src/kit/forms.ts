import { isSameSecret } from '@hexawatt/shared/bounds/same-secret'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { readFields } from '@hexawatt/shared/errors/printable-fields'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import { type Html, html } from './html.ts'

/** Name of the hidden field that every form carries. */
export const formTokenField = 'form-token'

/** The hidden field of a form: its token belongs to the session of the form. */
export function renderFormToken({ formToken }: { formToken: string }): Html {
  return html`<input type="hidden" name="${formTokenField}" value="${formToken}">`
}

export type OwnForm = {
  /** Whether an origin sent by a browser is this site's. */
  isOwnOrigin: (origin: string) => boolean
  /** The value that {@link renderFormToken} wrote into the form; null = there is no session yet, and the form carries none. */
  formToken: string | null
}

/**
 * Reads a form that a page of this site sent. Its origin is checked before its body is read.
 * @throws AppError `origin_not_allowed`, `unsupported_media_type`, or `invalid_body` when it is too large, too slow, or not printable
 */
export async function readOwnForm(request: Request, { isOwnOrigin, formToken }: OwnForm): Promise<URLSearchParams> {
  const [site, origin] = [request.headers.get('sec-fetch-site'), request.headers.get('origin')]
  if ((site !== null && site !== 'same-origin') || (origin !== null && !isOwnOrigin(origin))) {
    throw new AppError('origin_not_allowed', { detail: 'This form was not sent by a page of this site.' })
  }
  const form = await parseForm(request)
  if (formToken === null || isSameSecret(form.get(formTokenField) ?? '', formToken)) return form
  throw new AppError('origin_not_allowed', { detail: 'The form belongs to another session: open the page again.' })
}

/** Longest time the body of a form may take to arrive, ms. */
const bodyTimeoutMs = 5_000

/** Largest body of a form, bytes. */
const maxFormBytes = 16 * 1024

async function parseForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', { detail: 'Accepted: application/x-www-form-urlencoded.' })
  }
  try {
    const body = await withTimeout(bodyTimeoutMs, request.text())
    if (body.length <= maxFormBytes) return readFields('Form field', body)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
  }
  throw new AppError('invalid_body', { detail: 'The form is too large, or did not arrive in time.' })
}
