import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import type { DashboardAssets } from './assets.ts'
import { type Html, html } from './html.ts'
import { relativePath } from './served-page.ts'

/** Locales as Open Graph writes them. */
const openGraphLocales = { fr: 'fr_FR', en: 'en_GB' } as const

export type PageHead = {
  texts: { language: Language; title: string; description: string }
  assets: DashboardAssets
  /** Address of the page. */
  url: string
  isScripted: boolean
}

/** The head of a page. */
export function pageHead({ texts, assets, url, isScripted }: PageHead): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
<meta name="description" content="${texts.description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${texts.title}">
<meta property="og:description" content="${texts.description}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${openGraphLocales[texts.language]}">
<link rel="icon" href="${relativePath(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${relativePath(assets.style)}">
${isScripted ? html`<script type="module" src="${relativePath(assets.script)}"></script>` : null}
</head>`
}

/** The inside of the head of a page for one person or operator: without a script, a description, or a place in search engines. */
export function privateHead(title: string, assets: DashboardAssets): Html {
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${assets.icon.path}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style.path}">
<link rel="stylesheet" href="${assets.accountStyle.path}">`
}

/** Links to the page in each language. @param label for screen readers @param query of the page, which the links keep */
export function languageLinks(language: Language, label: string, query = ''): Html {
  const names = { fr: 'Français', en: 'English' } as const
  const hrefOf = (one: Language): string => {
    const kept = new URLSearchParams(query)
    kept.set('lang', one)
    return `?${kept}`
  }
  const links = languages.map(
    (one) =>
      html`<a href="${hrefOf(one)}" lang="${one}" hreflang="${one}" ${one === language ? html`aria-current="true"` : null}>${names[one]}</a>`,
  )
  return html`<nav aria-label="${label}">${links}</nav>`
}
