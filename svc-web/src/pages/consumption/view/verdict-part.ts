import type { Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { type Html, html } from '../../../kit/html.ts'
import { findStatement } from '../result/consumption-result.ts'
import type { ShownResult } from '../result/shown-result.ts'
import { isWholeYear, type ShownCosts, showCosts } from './shown-costs.ts'
import type { View } from './view.ts'

/** Limitations that change what the answer means: they stand directly below it. */
const decisiveCaveats: readonly string[] = ['less-than-a-year', 'red-days-incomplete', 'comparison-partial']

/** The answer: the cheapest contract and what it saves, with what limits the answer. */
export function renderVerdict(result: ShownResult, current: string, view: View): Html {
  const statement = findStatement(result, current)
  const costs = showCosts(statement, view)
  const { write, texts } = view
  const missingHours = Math.ceil((statement.total.periodMinutes - statement.total.coveredMinutes) / 60)
  const hints = [
    ...(missingHours > 0 ? [texts.verdict.gaps(missingHours, { hours: view.format.number(missingHours, 0) })] : []),
    ...(costs?.basis === 'energy' ? [texts.verdict.energyOnly] : []),
    ...result.sentences.caveats.filter(({ code }) => decisiveCaveats.includes(code)).map(({ text }) => text),
  ]
  return html`<h2 id="verdict-heading">${write(costs === null ? texts.verdict.none : writeHeadline(costs, statement, view))}</h2>
${costs === null ? null : html`<p class="why">${writeReason(costs, statement, view)}</p>`}
${hints.length === 0 ? null : html`<ul class="hints">${hints.map((hint) => html`<li>${hint}</li>`)}</ul>`}`
}

function writeHeadline({ best, current, costs, euros }: ShownCosts, statement: Statement, view: View): string {
  const { texts, nameOf } = view
  const isYear = isWholeYear(statement)
  const names = { best: nameOf(best.key) }
  if (costs.length === 1) return texts.verdict.single(names)
  if (current === null) return texts.verdict.cheapest(names)
  const saved = current.eur - best.eur
  // A saving that rounds to nothing is none.
  if (best.key === current.key || saved === 0) {
    const own = { best: nameOf(current.key) }
    return isYear ? texts.verdict.ownBestYear(own) : texts.verdict.ownBestPeriod(own)
  }
  const words = { ...names, eur: euros(saved) }
  return isYear ? texts.verdict.cheaperYear(words) : texts.verdict.cheaperPeriod(words)
}

function writeReason({ best, current, costs, euros }: ShownCosts, { comparison }: Statement, view: View): string {
  const { texts, nameOf, format } = view
  const kwh = format.number(comparison?.comparedKwh ?? 0, 0)
  if (current !== null && best.eur < current.eur) {
    const words = { kwh, best: euros(best.eur), current: euros(current.eur), name: nameOf(current.key) }
    return texts.verdict.why(words)
  }
  const shown = current ?? best
  const next = costs.find(({ key }) => key !== shown.key)
  if (next === undefined) return texts.verdict.whySingle({ kwh, best: euros(shown.eur) })
  return texts.verdict.whyOwn({ kwh, best: euros(shown.eur), next: euros(next.eur), name: nameOf(next.key) })
}
