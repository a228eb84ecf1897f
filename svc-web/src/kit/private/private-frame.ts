import type { PageAssets } from '../assets.ts'
import { renderFormToken } from '../forms.ts'
import { type Frame, renderFrame, renderPrivateHead } from '../frame.ts'
import { type Html, html } from '../html.ts'

/** A page for one person: a member of an account, or the operator. */
export type PrivatePage = Pick<Frame, 'language' | 'theme' | 'toContent' | 'content' | 'footer'> & {
  heading: string
  /** Name of the area in the title of the page, such as the account. */
  site: string
  /** Content below the heading. */
  lead: Html | null
  /** Links to the page in other languages; null = it has only one. */
  languages: Html | null
  /** Links and sign-out; null before signing in. */
  bar: Bar | null
}

/** The bar of a signed-in person. */
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

/** The markup of a private page. */
export function renderPrivateFrame(page: PrivatePage, assets: PageAssets): string {
  const { language, theme, toContent, content, footer, heading, site, lead, languages, bar } = page
  return renderFrame({
    language,
    theme,
    head: renderPrivateHead(`${heading} – ${site}`, assets),
    isPrivate: true,
    toContent,
    header: html`<div><h1>${heading}</h1>${lead}</div>${languages}${bar === null ? null : renderBar(bar)}`,
    content,
    footer,
  })
}

function renderBar({ label, links, current, signOut, signedIn }: Bar): Html {
  const entries = links.map(
    ({ path, name }) => html`<a href="${path}" ${path === current ? html`aria-current="page"` : null}>${name}</a>`,
  )
  return html`<div class="account-bar"><nav class="account-pages" aria-label="${label}">${entries}</nav>
<form method="post" action="${signOut.action}" class="signed-in" aria-label="${signOut.label}">${renderFormToken(signOut)}${signedIn}<button class="plain-button">${signOut.label}</button></form></div>`
}
