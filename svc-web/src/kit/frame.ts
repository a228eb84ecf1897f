import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { type Html, html } from './html.ts'
import type { Theme } from './preferences.ts'

/** The parts of a page. */
export type Frame = {
  language: Language
  theme: Theme
  /** Inside of the head. */
  head: Html
  /** Whether the page is for one person or operator, and styled as such. */
  isPrivate?: boolean
  /** Text of the link that leads past the header. */
  toContent: string
  header: Html
  /** What stands between the header and the content. */
  notices?: Html
  content: Html
  footer: Html | null
}

/** The markup of a whole page. */
export function frame({
  language,
  theme,
  head,
  isPrivate,
  toContent,
  header,
  notices,
  content,
  footer,
}: Frame): string {
  return html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
${head}
</head>
<body${isPrivate === true ? html` class="account"` : null}>
<a class="skip" href="#content">${toContent}</a>
<header>${header}</header>
${notices ?? null}<main id="content" tabindex="-1">${content}</main>
${footer === null ? null : html`<footer>${footer}</footer>`}
</body></html>
`.markup
}

const languageNames: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' }

/** Links to the page in each language. @param label for screen readers @param query of the page, which the links keep */
export function languageLinks(language: Language, label: string, query = ''): Html {
  const hrefOf = (one: Language): string => {
    const kept = new URLSearchParams(query)
    kept.set('lang', one)
    return `?${kept}`
  }
  const links = languages.map(
    (one) =>
      html`<a href="${hrefOf(one)}" lang="${one}" hreflang="${one}" ${one === language ? html`aria-current="true"` : null}>${languageNames[one]}</a>`,
  )
  return html`<nav aria-label="${label}">${links}</nav>`
}
