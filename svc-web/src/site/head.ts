import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import type { PageFiles } from '../kit/assets.ts'
import { type Html, html } from '../kit/html.ts'
import type { VersionedAsset } from '../kit/served-page.ts'
import type { LinkTo, Site } from './site.ts'

export type Head = {
  site: Site
  linkTo: LinkTo
  path: string
  language: Language
  title: string
  description: string
  /** Files of the page, in addition to those of the frame. */
  files: PageFiles | null
  isScripted: boolean
  /** Whether search engines may list the page; other pages have no address of their own to share. */
  isIndexed: boolean
}

/** Content of the head element. */
export function renderHead(head: Head): Html {
  const { site, linkTo, language, title, description, files, isScripted, isIndexed } = head
  const hrefOf = ({ path }: VersionedAsset): string => linkTo(path as `/${string}`)
  const styles = [site.assets.frame.style, files?.style ?? null].filter((file) => file !== null)
  const scripts = isScripted
    ? [site.assets.frame.script, files?.scripts?.[language] ?? null].filter((file) => file !== null)
    : []
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151b35">
<title>${title}</title>
<meta name="description" content="${description}">
${styles.map((file) => html`<link rel="stylesheet" href="${hrefOf(file)}">`)}
${scripts.map((file) => html`<script type="module" src="${hrefOf(file)}"></script>`)}
<link rel="icon" href="${hrefOf(site.assets.icon)}" type="image/svg+xml">
${isIndexed ? renderAddresses(head) : html`<meta name="robots" content="noindex">`}`
}

/** Locales as Open Graph writes them. */
const openGraphLocales: Readonly<Record<Language, string>> = { fr: 'fr_FR', en: 'en_GB' }

/** The address of the page for search engines and for people who share it. French, the default, is the address without a language. */
function renderAddresses({ site, path, language, title, description }: Head): Html {
  const page = `${site.publicBaseUrl}${path}`
  const addressOf = (one: Language): string => (one === languages[0] ? page : `${page}?lang=${one}`)
  const alternates = languages.map((one) => html`<link rel="alternate" hreflang="${one}" href="${addressOf(one)}">`)
  const otherLocales = languages
    .filter((one) => one !== language)
    .map((one) => html`<meta property="og:locale:alternate" content="${openGraphLocales[one]}">`)
  return html`<link rel="canonical" href="${addressOf(language)}">
${alternates}<link rel="alternate" hreflang="x-default" href="${page}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Hexawatt">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${addressOf(language)}">
<meta property="og:locale" content="${openGraphLocales[language]}">${otherLocales}`
}
