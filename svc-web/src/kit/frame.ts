import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import type { PageAssets } from './assets.ts'
import { type Html, html } from './html.ts'
import type { Theme } from './preferences.ts'
import { toRelativePath } from './served-page.ts'

/** The parts of a page. */
export type Frame = {
  language: Language
  theme: Theme
  /** Content of the head element. */
  head: Html
  /** Text of the link that skips the header. */
  toContent: string
  header: Html
  /** Content between the header and the main content. */
  notices?: Html
  content: Html
  footer: Html | null
}

/** The markup of a whole page. */
export function renderFrame({ language, theme, head, toContent, header, notices, content, footer }: Frame): string {
  return html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
${head}
</head>
<body>
<a class="skip" href="#content">${toContent}</a>
<header>${header}</header>
${notices ?? null}<main id="content" tabindex="-1">${content}</main>
${footer === null ? null : html`<footer>${footer}</footer>`}
</body></html>
`.markup
}

const languageNames: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' }

/** Links to the page in each language. @param label for screen readers @param query of the page, which the links keep */
export function renderLanguageLinks(language: Language, label: string, query = ''): Html {
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

/** Locales as Open Graph writes them. */
const openGraphLocales = { fr: 'fr_FR', en: 'en_GB' } as const

const base = (title: string): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>`

export type PublicHead = {
  texts: { language: Language; title: string; description: string }
  assets: PageAssets
  /** Address of the page. */
  url: string
  isScripted: boolean
}

/** Content of the head of a public page. */
export function renderPublicHead({
  texts: { language, title, description },
  assets,
  url,
  isScripted,
}: PublicHead): Html {
  return html`${base(title)}
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${openGraphLocales[language]}">
<link rel="icon" href="${toRelativePath(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${toRelativePath(assets.style)}">
${isScripted ? html`<script type="module" src="${toRelativePath(assets.script)}"></script>` : null}`
}
