import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { operatorDirectFactors } from '@hexawatt/shared/methodology/emission-factors'
import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import { parisDate } from '@hexawatt/shared/time/paris'
import { carGramsPerKm, writeCarDistance } from '../../kit/car-distance.ts'
import { type Html, html } from '../../kit/html.ts'
import type { LinkTo } from '../../site/site.ts'
import { type Accuracy, findSavings } from '../state/parts/accuracy-part.ts'
import { renderScale, renderWeights } from './hour-score-parts.ts'
import { renderPrices } from './prices-part.ts'
import type { View } from './texts/view.ts'

/** What the figures of the text are made of. */
export type FigureSources = {
  /** Null when nothing was computed yet, or the stores are down. */
  dashboard: DashboardResponse | null
  accuracy: Accuracy
  contracts: ContractTable
  /** The instant by the clock of the data. */
  now: Temporal.Instant
  linkTo: LinkTo
}

const mwPerGw = 1_000

/** Every figure, link and block that the text has a place for; a figure that is not known says so. */
export function composeFigures({ dashboard, accuracy, contracts, now, linkTo }: FigureSources, view: View) {
  const { texts, format } = view
  const known = <Value>(value: Value | null, write: (value: Value) => string): Html =>
    value === null ? html`<span class="unknown">${texts.unknown}</span>` : html`${write(value)}`
  const score = dashboard?.score ?? null
  const carbon = dashboard?.carbon ?? null
  const grams = (value: number): string => format.quantity(value, 0, 'g')
  const percent = (value: number): string => format.quantity(value, 0, '%')
  const saving = findSavings(accuracy)
  return {
    score: known(score, ({ globalScore }) => String(globalScore)),
    level: known(score, ({ level }) => texts.levels[level]),
    time: known(score, ({ computedAt }) => format.time(computedAt)),
    confidence: known(score, ({ confidence }) => percent(confidence)),
    production: known(carbon, ({ estimatedGCo2PerKwh }) => grams(estimatedGCo2PerKwh)),
    consumption: known(carbon?.estimatedGCo2PerKwhConsumption ?? null, grams),
    direct: known(findDirectGrams(dashboard), grams),
    mixTime: known(carbon, ({ dataSlotStart, dataSlotEnd }) =>
      texts.hourOf(format.day(dataSlotStart), format.hour(dataSlotStart), format.hour(dataSlotEnd)),
    ),
    generation: known(carbon, ({ totalGenerationMW }) => format.quantity(totalGenerationMW / mwPerGw, 0, 'GW')),
    lowCarbon: known(carbon, ({ lowCarbonPct }) => percent(lowCarbonPct)),
    savingOurs: known(saving, ({ forecast }) => percent(forecast)),
    savingYesterday: known(saving, ({ yesterday }) => percent(yesterday)),
    carGrams: html`${grams(carGramsPerKm)}`,
    carDistance: known(carbon, ({ estimatedGCo2PerKwh }) => texts.byCar(writeCarDistance(estimatedGCo2PerKwh, format))),
    stateLink: html`<a href="${linkTo('/etat')}">${texts.stateLink}</a>`,
    docsLink: html`<a href="${linkTo('/docs')}">${texts.docsLink}</a>`,
    scale: renderScale(dashboard, view),
    weights: renderWeights(dashboard, view),
    prices: renderPrices(contracts, parisDate(now).toString(), view),
  }
}

/** Direct emissions of the hour that the intensity describes, with the operator's factors; null when its mix is not known. */
function findDirectGrams(dashboard: DashboardResponse | null): number | null {
  const start = dashboard?.carbon?.dataSlotStart
  const slot = dashboard?.mix.find((candidate) => candidate.start === start)
  if (slot === undefined || slot.powerMW === null) return null
  return computeProductionIntensity(slot.powerMW, operatorDirectFactors)?.gCo2eqPerKwh ?? null
}
