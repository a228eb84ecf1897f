import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { type Html, html } from '../kit/html.ts'
import { type LinkTo, listNavigation, type NavigationId, type Site } from './site.ts'
import { siteTexts } from './site-texts.ts'

/** The mark: a hexagon (the country) with a W (the unit, and the two hollows of the day). */
export const mark = html`<svg viewBox="0 0 90 102" aria-hidden="true"><path class="logo-hex" d="M45 3 87 27v48L45 99 3 75V27z" stroke-linejoin="round"/><path class="logo-w" d="M20 37 33 66 45 45 57 66 70 37"/></svg>`

export type Header = {
  site: Pick<Site, 'hasAccounts'>
  linkTo: LinkTo
  language: Language
  current: NavigationId | null
  /** Query of the page, which its links to other languages keep. */
  query: string
  /** Name of the visitor's contract. */
  contractName: Html
}

/** The header of public and member pages: one line, and below 66rem a menu instead of the navigation. */
export function renderHeader({ site, linkTo, language, current, query, contractName }: Header): Html {
  const texts = siteTexts[language]
  const links = listNavigation(site).map(
    ({ id, path }) =>
      html`<a href="${linkTo(path)}" ${id === current ? html`aria-current="page"` : null}>${texts.navigation[id]}</a>`,
  )
  const inLanguages = renderLanguageLinks(language, query)
  return html`<div class="in"><a class="brand" href="${linkTo('/')}">${mark}Hexawatt</a>
<nav class="nav bar" aria-label="${texts.mainMenu}">${links}</nav>
<a class="mine" href="${current === 'home' ? '#contrat' : linkTo('/#contrat')}"><span>${texts.contract}</span><b id="contract-name">${contractName}</b></a>
<nav class="langs bar" aria-label="${texts.languages}">${inLanguages}</nav>
<details class="menu"><summary><span>${texts.menu}</span><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14"/></svg></summary><div class="sheet"><nav class="nav" aria-label="${texts.mainMenu}">${links}</nav><nav class="langs" aria-label="${texts.languages}">${inLanguages}</nav></div></details></div>`
}

const languageNames: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' }

/** Links to the page in each language. */
function renderLanguageLinks(language: Language, query: string): Html[] {
  return languages.map((one) => {
    const kept = new URLSearchParams(query)
    kept.set('lang', one)
    const short = one.toUpperCase()
    const name = languageNames[one]
    return html`<a href="?${kept.toString()}" lang="${one}" hreflang="${one}" ${one === language ? html`aria-current="true"` : null}>${short}<span class="unseen">, ${name}</span></a>`
  })
}
