import { relativePath } from '../docs/versioned-asset.ts'
import type { DashboardAssets } from './assets.ts'
import type { Texts } from './texts/texts.ts'
import { type Html, html } from './view/html.ts'

/** Locales as Open Graph writes them. */
const openGraphLocales = { fr: 'fr_FR', en: 'en_GB' } as const

/** What the page says about itself, and the files that it is made of. */
export function pageHead({
  texts,
  assets,
  publicBaseUrl,
}: {
  texts: Texts
  assets: DashboardAssets
  publicBaseUrl: string
}): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
<meta name="description" content="${texts.description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${texts.title}">
<meta property="og:description" content="${texts.description}">
<meta property="og:url" content="${publicBaseUrl}/">
<meta property="og:locale" content="${openGraphLocales[texts.language]}">
<link rel="icon" href="${relativePath(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${relativePath(assets.style)}">
<script type="module" src="${relativePath(assets.script)}"></script>
</head>`
}
