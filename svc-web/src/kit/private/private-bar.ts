import { renderFormToken } from '../forms.ts'
import { type Html, html } from '../html.ts'

/** The bar of a signed-in person: the pages of the area, and the way out. */
export type Bar = {
  /** Name of the navigation, for screen readers. */
  label: string
  links: readonly { path: string; name: string }[]
  /** Path of the current page. */
  current: string
  signOut: { action: string; label: string; formToken: string }
  /** The signed-in person; null = not shown. */
  signedIn: Html | null
}

/** The band with the bar, between the header and the content of a private page. */
export function renderPrivateBar({ label, links, current, signOut, signedIn }: Bar): Html {
  const entries = links.map(
    ({ path, name }) => html`<a href="${path}" ${path === current ? html`aria-current="page"` : null}>${name}</a>`,
  )
  return html`<div class="own-bar"><div class="in"><nav class="own-pages" aria-label="${label}">${entries}</nav>
<form method="post" action="${signOut.action}" class="signed-in" aria-label="${signOut.label}">${renderFormToken(signOut)}${signedIn}<button class="btn second small">${signOut.label}</button></form></div></div>`
}
