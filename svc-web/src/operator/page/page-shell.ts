import type { DashboardAssets } from '../../kit/assets.ts'
import { type Html, html } from '../../kit/html.ts'
import { privateHead } from '../../kit/page-head.ts'
import { accountHeaders } from '../../pages/account/account-responses.ts'
import { formField, type OperatorSession } from './operator-session.ts'

/** The pages of the navigation. */
const pages = [
  ['/operator', 'Accounts'],
  ['/operator/keys', 'Keys'],
  ['/operator/usage', 'Usage'],
  ['/operator/feeds', 'Feeds'],
  ['/operator/queues', 'Queues'],
  ['/operator/audit-log', 'Audit log'],
] as const

/** What a page shows. */
export type ShownPage = { title: string; content: Html }

/** Sentences that a page begins with after a change, by the word in its address: no text of an address is shown. */
const notices: Readonly<Record<string, string>> = {
  plan: 'The plan was changed.',
  approved: 'The request was approved.',
  refused: 'The request was refused; the plan stays.',
  revoked: 'The key was revoked.',
  retried: 'The failed jobs are done again.',
  none: 'There was no such failed job any more.',
}

/** Makes the responses of the operator's page: in English, without a script. */
export function createPageShell(assets: DashboardAssets) {
  function frame(path: string, session: OperatorSession | null, { title, content }: ShownPage, notice: string): string {
    const links = pages.map(
      ([target, name]) => html`<a href="${target}" ${target === path ? html`aria-current="page"` : null}>${name}</a>`,
    )
    const navigation = html`<nav class="account-bar account-pages" aria-label="Operator">${links}
<form method="post" action="/operator/sign-out">${session === null ? null : formInput(session)}<button class="plain-button">Sign out</button></form></nav>`
    return html`<!doctype html>
<html lang="en">
<head>
${privateHead(`${title} – Hexawatt operator`, assets)}
</head>
<body class="account">
<a class="skip" href="#content">Skip to content</a>
<header><div><h1>${title}</h1><p>Hexawatt operator</p></div></header>
${session === null ? null : navigation}
<main id="content" tabindex="-1">${notice === '' ? null : html`<p class="notice" role="status">${notice}</p>`}${content}</main>
</body></html>
`.markup
  }

  return {
    shown(request: Request, session: OperatorSession | null, page: ShownPage, status = 200): Response {
      const { pathname, searchParams } = new URL(request.url)
      const notice = notices[searchParams.get('done') ?? ''] ?? ''
      const headers = { ...accountHeaders, 'content-type': 'text/html; charset=utf-8' }
      return new Response(frame(pathname, session, page, notice), { status, headers })
    },
    /** 303: a reload does not send the form again. */
    seeOther(path: string, setCookie: string | null = null): Response {
      const headers = new Headers({ ...accountHeaders, location: path })
      if (setCookie !== null) headers.append('set-cookie', setCookie)
      return new Response(null, { status: 303, headers })
    },
  }
}

/** The hidden field of a form. */
export function formInput({ formToken }: OperatorSession): Html {
  return html`<input type="hidden" name="${formField}" value="${formToken}">`
}

/** A form of one button, with a question before it where it cannot be taken back. */
export function buttonForm(
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
  const form = html`<form method="post" action="${action}">${formInput(session)}${hidden}<button ${isFinal ? html`class="danger"` : null}>${label}</button></form>`
  return isFinal ? html`<details><summary>${label}…</summary>${form}</details>` : form
}

/** A table in a region that scrolls sideways. Cells are texts, or markup. */
export function table(
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

/** A link to the page that follows. */
export function nextLink(path: string, query: Readonly<Record<string, string>>): Html {
  return html`<p><a href="${path}?${new URLSearchParams({ ...query }).toString()}" rel="next">Next page</a></p>`
}
