import type { PageAssets } from '../../kit/assets.ts'
import { renderFormToken } from '../../kit/forms.ts'
import { type Html, html } from '../../kit/html.ts'
import { renderDone } from '../../kit/private/fields.ts'
import { renderPrivateBar } from '../../kit/private/private-bar.ts'
import { makePrivateResponse } from '../../kit/private/private-responses.ts'
import { mark } from '../../site/header.ts'
import { renderTextPage } from '../../site/site-page.ts'
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

/** Content of a page. @property status absent = 200 */
export type ShownPage = { title: string; content: Html; status?: 400 }

/** A form that was refused: everything that was typed, and why. */
export type RefusedForm = { form: URLSearchParams; problem: string }

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

/** Makes the responses of the operator's page: in English, without a script, and with no link to the site, which this port does not serve. */
export function createPageShell(assets: PageAssets) {
  return function shown(
    request: Request,
    session: OperatorSession | null,
    page: ShownPage,
    status: number = page.status ?? 200,
  ): Response {
    const { pathname, searchParams } = new URL(request.url)
    const notice = notices[searchParams.get('done') ?? '']
    const bar =
      session &&
      renderPrivateBar({
        label: 'Operator',
        links: pages,
        current: pathname,
        signOut: { action: signOutPath, label: 'Sign out', formToken: session.formToken },
        signedIn: null,
      })
    const content = html`${notice === undefined ? null : renderDone(notice)}${page.content}`
    const markup = html`<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${status >= 400 ? 'Error: ' : ''}${page.title} – Hexawatt operator</title>
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${assets.frame.style.path}">
${stylesOf(assets)}<link rel="icon" href="${assets.icon.path}" type="image/svg+xml">
</head>
<body class="private operator">
<a class="skip" href="#content">Skip to content</a>
<header class="top"><div class="in"><a class="brand" href="/operator">${mark}Hexawatt <span>operator</span></a></div></header>
${bar}<main id="content" tabindex="-1">${renderTextPage({ heading: page.title, lead: null, content })}</main>
</body></html>
`
    return makePrivateResponse({ markup: markup.markup, status, preferences: { language: 'en', cookie: null } })
  }
}

/** The style of private pages. */
const stylesOf = ({ pages: { account } }: PageAssets): Html | null =>
  account.style && html`<link rel="stylesheet" href="${account.style.path}">`

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
  const form = html`<form method="post" action="${action}">${renderFormToken(session)}${hidden}<button class="${isFinal ? 'btn danger small' : 'btn second small'}">${label}</button></form>`
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
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="plain"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${lines}</tbody></table></div>`
}

/** A link to the next page. */
export function renderNextLink(path: string, query: Readonly<Record<string, string>>): Html {
  return html`<p><a href="${path}?${new URLSearchParams({ ...query }).toString()}" rel="next">Next page</a></p>`
}
