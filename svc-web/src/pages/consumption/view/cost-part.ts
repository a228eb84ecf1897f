import { type Html, html } from '../../../kit/html.ts'
import { findCurrent, findStatement } from '../result/consumption-result.ts'
import type { ShownResult } from '../result/shown-result.ts'
import type { LeftOutContract } from '../terms/compared-contracts.ts'
import { isWholeYear, type ShownCost, type ShownCosts, showCosts } from './shown-costs.ts'
import type { View } from './view.ts'

/** What the same consumption costs under each contract, and what would change the order. */
export function renderCosts(result: ShownResult, current: string, view: View): Html {
  const { texts, format } = view
  const statement = findStatement(result, current)
  const costs = showCosts(statement, view)
  const comparedDays = Math.round((statement.comparison?.comparedHours ?? 0) / 24)
  const days = texts.verdict.daysOf(comparedDays, format.number(comparedDays, 0))
  const ofPeriod = isWholeYear(statement) ? texts.costs.year : texts.costs.period({ days })
  const lead = costs?.basis === 'energy' ? texts.costs.energy({ days }) : ofPeriod
  const highest = Math.max(...(costs?.costs ?? []).map(({ eur }) => eur))
  const rows = costs === null ? [] : costs.costs.map((cost) => renderCost(cost, costs, { current, highest }, view))
  return html`<p class="quiet">${costs === null ? texts.costs.unknown : `${lead} ${writeTerms(result, view)}`}</p>
<ol class="costs">${rows}${result.leftOut.map((contract) => renderLeftOut(contract, view))}</ol>
${renderAdvice(result, current, view)}`
}

/** The terms behind the costs: the power, and the hours of the off-peak contract. */
function writeTerms({ terms: { contract, subscribedKva } }: ShownResult, { texts, format, hours }: View): string {
  const { offPeak, offPeakBySeason } = contract
  const ofSeasons =
    offPeakBySeason === null
      ? hours(offPeak)
      : texts.costs.seasons({ summer: hours(offPeakBySeason.summer), winter: hours(offPeakBySeason.winter) })
  return texts.costs.terms({ kva: format.quantity(subscribedKva, 0, 'kVA'), hours: ofSeasons })
}

type Scale = { current: string; highest: number }

function renderCost(cost: ShownCost, costs: ShownCosts, { current, highest }: Scale, view: View): Html {
  const { texts, nameOf } = view
  const { key, eur, subscriptionEur, differenceEur } = cost
  const [isMine, isBest] = [key === current, key === costs.best.key && costs.costs.length > 1]
  const label = isMine ? (isBest ? texts.costs.mineCheapest : texts.costs.mine) : isBest ? texts.costs.cheapest : null
  const difference = isMine || differenceEur === null ? null : costs.change(differenceEur)
  const unseen =
    subscriptionEur === null
      ? null
      : html`<span class="unseen">, ${texts.costs.ofWhich({ eur: costs.euros(subscriptionEur) })}</span>`
  return html`<li${isMine ? html` class="mine-row"` : null}><span class="n">${nameOf(key)}${label === null ? null : html`<small>${label}</small>`}</span>${renderBar(eur, subscriptionEur, highest)}<span class="v"><b>${costs.euros(eur)}</b>${unseen}${difference === null ? null : html`<small>${difference}</small>`}</span></li>`
}

/** A bar whose dark part is the subscription; a negative cost has none. */
function renderBar(eur: number, subscriptionEur: number | null, highest: number): Html {
  const toWidth = (value: number): string => `${Math.max(0, (100 * value) / (highest > 0 ? highest : 1)).toFixed(1)}%`
  const dark =
    subscriptionEur === null
      ? null
      : html`<rect class="part" width="${toWidth(Math.min(eur, subscriptionEur))}" height="100%"/>`
  return html`<svg class="bar" aria-hidden="true"><rect class="all" width="${toWidth(eur)}" height="100%" rx="5"/>${dark}</svg>`
}

function renderLeftOut({ key, reasons }: LeftOutContract, { texts, nameOf }: View): Html {
  const written = reasons.map((reason) => texts.costs.reasons[reason])
  return html`<li class="left-out"><span class="n">${nameOf(key)}<small>${texts.costs.notCompared}</small></span><span class="why-not">${texts.shift.list(written)}</span></li>`
}

function renderAdvice(result: ShownResult, current: string, { texts, format }: View): Html | null {
  const tempo = result.statement.breakEvens.tempo.find(({ redDays }) => redDays > 0)
  const sentences = [
    ...(tempo === undefined
      ? []
      : [
          texts.costs.red(tempo.redDays, {
            days: format.number(tempo.redDays, 0),
            kwh: format.number(tempo.redPeakKwh, 0),
          }),
        ]),
    ...(result.sentences.breakEvens[findCurrent(result, current)] ?? []),
  ]
  return sentences.length === 0
    ? null
    : html`<ul class="small advice">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}
