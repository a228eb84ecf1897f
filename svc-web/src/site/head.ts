import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { PageFiles } from '../kit/assets.ts'
import { type Html, html } from '../kit/html.ts'
import type { VersionedAsset } from '../kit/served-page.ts'
import { addressIn, type LinkTo, manifestPath, type Site, sharePicturePath } from './site.ts'

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
  const script = files?.scripts?.[language] ?? null
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151b35">
<title>${title}</title>
<meta name="description" content="${description}">
${styles.map((file) => html`<link rel="stylesheet" href="${hrefOf(file)}">`)}
${isScripted ? renderScripts(hrefOf(site.assets.frame.script), script && hrefOf(script), files?.isScriptLate === true) : null}
<link rel="icon" href="${hrefOf(site.assets.icon)}" type="image/svg+xml">
${isScripted ? renderInstallLinks(linkTo, language) : null}${isIndexed ? renderAddresses(head) : html`<meta name="robots" content="noindex">`}`
}

/** The scripts of frame and page. A late page script is started by the frame's script after the first paint. */
function renderScripts(frame: string, page: string | null, isLate: boolean): Html {
  if (page === null || !isLate) {
    const all = [frame, page].filter((src) => src !== null)
    return html`${all.map((src) => html`<script type="module" src="${src}"></script>`)}`
  }
  return html`<script type="module" src="${frame}" id="frame-script" data-late-src="${page}"></script>`
}

/** What devices need that install the site; the policy of private pages allows no manifest. */
const renderInstallLinks = (linkTo: LinkTo, language: Language): Html =>
  html`<link rel="apple-touch-icon" href="${linkTo('/apple-touch-icon.png')}">
<link rel="manifest" href="${linkTo(`${manifestPath}?lang=${language}`)}">
`

/** Locales as Open Graph writes them. */
const openGraphLocales: Readonly<Record<Language, string>> = { fr: 'fr_FR', en: 'en_GB' }

/** What the share image shows. */
const shareTexts: Readonly<Record<Language, string>> = {
  fr: fr('Hexawatt : quand lancer vos appareils pour une électricité propre et bon marché'),
  en: 'Hexawatt: when to run your appliances for clean and cheap electricity',
}

/** The address of the page for search engines, and what people see who share it. */
function renderAddresses({ site, path, language, title, description }: Head): Html {
  const page = `${site.publicBaseUrl}${path}`
  const alternates = languages.map(
    (one) => html`<link rel="alternate" hreflang="${one}" href="${addressIn(page, one)}">`,
  )
  const otherLocales = languages
    .filter((one) => one !== language)
    .map((one) => html`<meta property="og:locale:alternate" content="${openGraphLocales[one]}">`)
  return html`<link rel="canonical" href="${addressIn(page, language)}">
${alternates}<link rel="alternate" hreflang="x-default" href="${page}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Hexawatt">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${addressIn(page, language)}">
<meta property="og:locale" content="${openGraphLocales[language]}">${otherLocales}
<meta property="og:image" content="${site.publicBaseUrl}${sharePicturePath(language)}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${shareTexts[language]}">
<meta name="twitter:card" content="summary_large_image">`
}
