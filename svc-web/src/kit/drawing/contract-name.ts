import type { Language } from '@hexawatt/shared/contract/values/languages'
import { type TariffKind, tariffNames } from '../contract-choice.ts'
import { type Html, html } from '../html.ts'

/** Words of a name that a phone has no space for. */
const spareWords = /^(?:Heures|Prix) | price$/

/** The name of a contract in the header: narrow phones show it without its spare word, programs read it whole. */
export function renderContractName(tariff: TariffKind, language: Language): Html {
  const name = tariffNames[language][tariff]
  const [spare] = name.match(spareWords) ?? []
  if (spare === undefined) return html`${name}`
  const [before, behind] = name.split(spare)
  return html`${before ?? ''}<span class="spare">${spare}</span>${behind ?? ''}`
}
