import type { ContractTable, ContractVersion } from '@hexawatt/shared/contract/planning/contracts'
import { type Html, html } from '../../kit/html.ts'
import type { View } from './texts/view.ts'

/** The contracts of the home page that have a table of prices. */
const shownContracts = ['base', 'hphc', 'tempo'] as const
/** Subscribed power of most homes, which the home page uses too. */
const shownKva = 6
const centsPerEuro = 100
/** Most different prices that are listed one by one; of more, only the smallest and the largest are named. */
const listedPrices = 2

/** Prices in force on a day, by contract, and how certain they are. @param day civil day in Paris, `YYYY-MM-DD` */
export function renderPrices(table: ContractTable, day: string, view: View): Html {
  const { prices: words, contracts } = view.texts
  const rows = shownContracts.map((id) => {
    const version = findVersion(table, id, day)
    const name = contracts[id]
    if (version === null) return html`<tr><th scope="row">${name}</th><td colspan="3">${words.none}</td></tr>`
    return html`<tr data-contract="${id}"><th scope="row">${name}</th><td>${writePrices(version, view)}</td><td>${view.format.date(`${version.from}T12:00:00Z`)}</td><td>${words.certainties[version.certainty]}</td></tr>`
  })
  return html`<table class="plain"><caption>${words.caption}</caption><thead><tr><th scope="col">${words.contract}</th><th scope="col">${words.price}</th><th scope="col">${words.since}</th><th scope="col">${words.certainty}</th></tr></thead><tbody>${rows}</tbody></table>`
}

function findVersion({ contracts }: ContractTable, id: string, day: string): ContractVersion | null {
  return (
    contracts.find(
      (version) => version.id === id && version.from <= day && (version.to === null || day < version.to),
    ) ?? null
  )
}

function writePrices({ prices }: ContractVersion, { texts, format }: View): string {
  const { prices: words } = texts
  const ofPower = prices.find(({ minKva, maxKva }) => (minKva ?? 0) <= shownKva && shownKva <= (maxKva ?? shownKva))
  const eur = [...new Set(Object.values(ofPower?.eurPerKwh ?? {}))].sort((one, other) => one - other)
  const cents = eur.map((price) => format.number(centsPerEuro * price, 2))
  const [least, ...others] = cents
  const most = others.at(-1)
  if (least === undefined) return words.none
  if (most === undefined) return words.cents(least)
  return cents.length > listedPrices ? words.range(least, most) : words.both(least, most)
}
