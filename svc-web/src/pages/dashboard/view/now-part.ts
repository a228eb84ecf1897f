import type { DashboardCarbon, DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { Dimension } from '@hexawatt/shared/contract/dimensions'
import type { EnergyScore, SubScore } from '@hexawatt/shared/contract/score'
import { type Html, html, orUnknown } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'
import { writeSignal } from './day-cards.ts'

/** Sentences about a score in the language of the page; null or absent = unknown. */
type Sentences = { recommendation: string | null; details: Partial<Record<Dimension, string>> }

/** The score now, its four parts, and the prices and intensities behind it. */
export function renderNow({ score, english, carbon }: DashboardResponse, view: View): Html {
  const sentences = view.texts.language === 'en' ? english : score && readFrenchSentences(score)
  return html`${score === null ? html`<p class="notice">${view.texts.now.none}</p>` : renderScoreCard(score, sentences?.recommendation ?? null, view)}
<dl class="facts">${score === null ? null : renderScoreFacts(score, view)}${renderCarbonFacts(carbon, view)}</dl>
${score === null ? null : renderSubScoreCards(score.subScores ?? [], sentences?.details ?? {}, view)}`
}

/** The sentences of the API. */
function readFrenchSentences({ recommendation, subScores }: EnergyScore): Sentences {
  const details = Object.fromEntries((subScores ?? []).map(({ dimension, detail }) => [dimension, detail]))
  return { recommendation, details }
}

function renderScoreCard(
  { globalScore, level, computedAt }: EnergyScore,
  advice: string | null,
  { texts, format }: View,
): Html {
  return html`<div class="score-card ${level}">
<p class="score"><strong id="global-score">${globalScore}</strong> <span>${texts.units.score}</span></p>
<p class="level" id="level">${texts.levels[level]}</p>
<p class="advice" id="recommendation">${advice ?? texts.now.recommendation[level]}</p>
<p class="quiet">${texts.now.updated} <time datetime="${computedAt}">${format.moment(computedAt)}</time></p>
</div>`
}

function renderScoreFacts({ spotPriceEurPerMWh, gridSignalStatus, confidence }: EnergyScore, view: View): Html {
  const { texts, format } = view
  const price = orUnknown(spotPriceEurPerMWh, view, (value) => format.quantity(value, 2, texts.units.price))
  return html`<div><dt>${texts.columns.price}</dt><dd id="price">${price}</dd></div>
<div><dt>${texts.columns.signal}</dt><dd id="signal-now">${writeSignal(gridSignalStatus, view)}</dd></div>
<div><dt>${texts.columns.confidence}</dt><dd id="confidence">${format.quantity(confidence, 0, texts.units.percent)}</dd></div>`
}

function renderCarbonFacts(carbon: DashboardCarbon | null, view: View): Html {
  const { texts, format } = view
  if (carbon === null) return html`<div><dt>${texts.columns.intensity}</dt><dd>${texts.now.noIntensity}</dd></div>`
  const intensity = (value: number) => format.quantity(value, 2, texts.units.intensity)
  const consumed = (value: number) =>
    carbon.isConsumptionEstimated ? `${intensity(value)} (${texts.now.estimated})` : intensity(value)
  const share = (value: number) => format.quantity(value, 2, texts.units.percent)
  const slot = [format.hour(carbon.dataSlotStart), '–', format.hour(carbon.dataSlotEnd)].join('\u00a0')
  return html`<div><dt>${texts.columns.intensityProduction}</dt><dd id="intensity">${intensity(carbon.estimatedGCo2PerKwh)}</dd></div>
<div><dt>${texts.columns.intensityConsumption}</dt><dd id="intensity-consumption">${orUnknown(carbon.estimatedGCo2PerKwhConsumption, view, consumed)}</dd></div>
<div><dt>${texts.now.lowCarbon}</dt><dd id="low-carbon">${share(carbon.lowCarbonPct)}</dd></div>
<div><dt>${texts.now.renewable}</dt><dd id="renewable">${share(carbon.renewablePct)}</dd></div>
<div><dt>${texts.now.slot}</dt><dd>${format.day(carbon.dataSlotStart)}, ${slot}</dd></div>`
}

function renderSubScoreCards(
  subScores: readonly SubScore[],
  details: Sentences['details'],
  { texts, format }: View,
): Html {
  const cards = subScores.map(
    ({ dimension, value }) =>
      html`<li data-dimension="${dimension}"><h4>${texts.dimensions[dimension]}</h4><p class="value"><b>${format.number(value, 1)}</b> ${texts.units.score}</p><p class="quiet">${details[dimension] ?? null}</p></li>`,
  )
  return html`<div class="wide"><h3>${texts.now.subScores}</h3><ul class="cards wide-cards">${cards}</ul></div>`
}
