import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { type Html, html } from '../kit/html.ts'
import { type Theme, themes } from '../kit/preferences.ts'
import { mark } from './header.ts'
import type { LinkTo } from './site.ts'
import { siteTexts } from './site-texts.ts'

export type Footer = {
  linkTo: LinkTo
  language: Language
  theme: Theme
  /** Whether the page runs the frame's script, which applies the appearance at once; otherwise the form has a button. */
  isScripted: boolean
}

/** The footer of public and member pages: sources, appearance, links. On a phone entries of the navigation are left out. */
export function renderFooter({ linkTo, language, theme, isScripted }: Footer): Html {
  const { footer: texts } = siteTexts[language]
  const link = (target: `/${string}`, text: string): Html => html`<li><a href="${linkTo(target)}">${text}</a></li>`
  /** A link that the menu has too, which a phone leaves out. */
  const menuLink = (target: `/${string}`, text: string): Html =>
    html`<li class="dup"><a href="${linkTo(target)}">${text}</a></li>`
  return html`<div class="in"><div class="cols">
<div class="who"><p class="brand">${mark}Hexawatt</p><p class="small">${texts.data}</p>${renderThemes(texts, theme, isScripted)}</div>
${renderColumn(texts.service, [
  menuLink('/comprendre', texts.understand),
  link('/etat', texts.state),
  menuLink('/consommations', texts.consumption),
])}
${renderColumn(texts.forDevelopers, [
  menuLink('/docs', texts.reference),
  link('/developpeurs', texts.developers),
  menuLink('/plans', texts.plans),
  link(getDashboard.path, texts.json),
])}
${renderColumn(texts.about, [
  link('/mentions-legales', texts.legal),
  link('/confidentialite', texts.privacy),
  link('/mentions-legales#accessibilite', texts.accessibility),
  link('/mentions-legales#licences', texts.licences),
])}
</div></div>`
}

const renderColumn = (heading: string, links: readonly Html[]): Html =>
  html`<div><h2>${heading}</h2><ul>${links}</ul></div>`

function renderThemes(
  { theme: label, themes: names, applyTheme }: (typeof siteTexts)[Language]['footer'],
  theme: Theme,
  isScripted: boolean,
): Html {
  const options = themes.map(
    (one) => html`<option value="${one}" ${one === theme ? html`selected` : null}>${names[one]}</option>`,
  )
  return html`<form class="look" method="get"><label for="theme">${label}</label><select id="theme" name="theme">${options}</select><button ${isScripted ? html`class="unscripted"` : null}>${applyTheme}</button></form>`
}
