import type { PageFiles } from '../kit/assets.ts'
import { renderContractName } from '../kit/drawing/contract-name.ts'
import { type Html, html } from '../kit/html.ts'
import type { Preferences } from '../kit/preferences.ts'
import { renderFooter } from './footer.ts'
import { renderHead } from './head.ts'
import { renderHeader } from './header.ts'
import { createLinks, type NavigationId, type Site } from './site.ts'
import { siteTexts } from './site-texts.ts'

/** A page in the frame of the site. */
export type SitePage = {
  /** Path of the page as the browser asks for it, such as `/problems/not_found`: links of the frame are relative to it. */
  path: string
  preferences: Preferences
  /** Title without the name of the site, and the sentence for search engines. */
  texts: { title: string; description: string }
  /** Style and script of the page; absent = the page needs only those of the frame. */
  files?: PageFiles
  /** The entry of the navigation that is the page, or contains it. */
  current: NavigationId | null
  /** Query of the page, which its links to other languages keep; absent = none. */
  query?: string
  /** Bands between the header and the main content, over the whole width. */
  notices?: Html | null
  /** Sections, over the whole width: each puts its text into an element with class `in`, or uses `renderTextPage`. */
  content: Html
  /** Whether search engines may list the page. */
  isIndexed: boolean
  /**
   * Whether the page is for one member: not indexed, and without a script, which the policy of private pages does not allow. Its bar (links of the account,
   * sign-out) is a notice. Serve it with `makePrivateResponse`.
   */
  isPrivate?: boolean
  /** Class of the body element, for the page's own style; absent = none. */
  bodyClass?: string
}

/** The markup of a whole page. */
export function renderSitePage(site: Site, page: SitePage): string {
  const { path, preferences, texts, files, current, query = '', notices, content, bodyClass } = page
  const { language, theme, tariff } = preferences
  const isScripted = page.isPrivate !== true
  const linkTo = createLinks(path)
  const head = renderHead({
    site,
    linkTo,
    path,
    language,
    title: path === '/' ? texts.title : `${texts.title} – Hexawatt`,
    description: texts.description,
    files: files ?? null,
    isScripted,
    isIndexed: page.isIndexed && isScripted,
  })
  return html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
${head}
</head>
<body${bodyClass === undefined ? null : html` class="${bodyClass}"`}>
<a class="skip" href="#content">${siteTexts[language].toContent}</a>
<header class="top">${renderHeader({ site, linkTo, language, current, query, contractName: renderContractName(tariff, language) })}</header>
${notices ?? null}<main id="content" tabindex="-1">${content}</main>
<footer class="foot">${renderFooter({ linkTo, language, theme, isScripted })}</footer>
</body></html>
`.markup
}

/** The content of a page of text: a heading, a sentence that says what the page is for, and sections. */
export function renderTextPage({
  heading,
  lead,
  content,
}: {
  heading: string
  lead: Html | null
  content: Html
}): Html {
  return html`<div class="in page"><h1>${heading}</h1>${lead === null ? null : html`<p class="lead">${lead}</p>`}${content}</div>`
}
