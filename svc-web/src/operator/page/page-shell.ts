import type { PageAssets } from '../../kit/assets.ts'
import { renderFormToken } from '../../kit/forms.ts'
import { type Html, html } from '../../kit/html.ts'
import { type PrivatePage, renderPrivateFrame } from '../../kit/private/private-frame.ts'
import { makePrivateResponse } from '../../kit/private/private-responses.ts'
import type { OperatorSession } from './operator-session.ts'

/** The pages of the navigation. */
const pages = [
  { path: '/operator', name: 'Accounts' },
  { path: '/operator/keys', name: 'Keys' },
  { path: '/operator/usage', name: 'Usage' },
  { path: '/operator/feeds', name: 'Feeds' },
  { path: '/operator/queues', name: 'Queues' },
  { path: '/operator/audit-log', name: 'Audit log' },
] as const

/** Content of a page. */
export type ShownPage = { title: string; content: Html }

/** Sentences at the top of a page after a change, by the word in its address: text from the address itself is never shown. */
const notices: Readonly<Record<string, string>> = {
  plan: 'The plan was changed.',
  approved: 'The request was approved.',
  refused: 'The request was refused; the plan stays.',
  revoked: 'The key was revoked.',
  retried: 'The failed jobs will be run again.',
  none: 'This failed job no longer exists.',
}

/** Path of the form that ends the session. */
export const signOutPath = '/operator/sign-out'

/** Makes the responses of the operator's page: in English, without a script. */
export function createPageShell(assets: PageAssets) {
  return function shown(request: Request, session: OperatorSession | null, page: ShownPage, status = 200): Response {
    const { pathname, searchParams } = new URL(request.url)
    const notice = notices[searchParams.get('done') ?? '']
    const frame: PrivatePage = {
      language: 'en',
      theme: 'auto',
      toContent: 'Skip to content',
      heading: page.title,
      site: 'Hexawatt operator',
      lead: html`<p>Hexawatt operator</p>`,
      languages: null,
      bar: session && {
        label: 'Operator',
        links: pages,
        current: pathname,
        signOut: { action: signOutPath, label: 'Sign out', formToken: session.formToken },
        signedIn: null,
      },
      content: html`${notice === undefined ? null : html`<p class="notice" role="status">${notice}</p>`}${page.content}`,
      footer: null,
    }
    return makePrivateResponse({
      markup: renderPrivateFrame(frame, assets),
      status,
      preferences: { language: 'en', cookie: null },
    })
  }
}

/** A form of one button, with a confirmation where the action cannot be undone. */
export function renderButtonForm(
  session: OperatorSession,
  {
    action,
    label,
    fields = {},
    isFinal = false,
  }: { action: string; label: string; fields?: Record<string, string>; isFinal?: boolean },
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const form = html`<form method="post" action="${action}">${renderFormToken(session)}${hidden}<button ${isFinal ? html`class="danger"` : null}>${label}</button></form>`
  return isFinal ? html`<details><summary>${label}…</summary>${form}</details>` : form
}

/** A table in a region that scrolls sideways. Cells are texts, or markup. */
export function renderTable(
  name: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number | Html)[])[],
): Html {
  if (rows.length === 0) return html`<p class="notice">None.</p>`
  const lines = rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="plain short"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${lines}</tbody></table></div>`
}

/** A link to the next page. */
export function renderNextLink(path: string, query: Readonly<Record<string, string>>): Html {
  return html`<p><a href="${path}?${new URLSearchParams({ ...query }).toString()}" rel="next">Next page</a></p>`
}
