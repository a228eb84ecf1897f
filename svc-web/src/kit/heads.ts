import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { PageAssets } from './assets.ts'
import { type Html, html } from './html.ts'
import { relativePath } from './served-page.ts'

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

/** The inside of the head of a page that everybody may read. */
export function publicHead({ texts: { language, title, description }, assets, url, isScripted }: PublicHead): Html {
  return html`${base(title)}
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${openGraphLocales[language]}">
<link rel="icon" href="${relativePath(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${relativePath(assets.style)}">
${isScripted ? html`<script type="module" src="${relativePath(assets.script)}"></script>` : null}`
}

/** The inside of the head of a page for one person or operator: without a script, a description, or a place in search engines. */
export function privateHead(title: string, { icon, style, accountStyle }: PageAssets): Html {
  return html`${base(title)}
<meta name="robots" content="noindex">
<link rel="icon" href="${icon.path}" type="image/svg+xml">
<link rel="stylesheet" href="${style.path}">
<link rel="stylesheet" href="${accountStyle.path}">`
}

/** The inside of the head of a page that loads nothing. @param style of CSS without `<`, `&` and quotes, which are escaped */
export function plainHead(title: string, style: string): Html {
  return html`${base(title)}<style>${style}</style>`
}
