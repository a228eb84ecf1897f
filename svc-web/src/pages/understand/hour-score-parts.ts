import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { nationalWeights, profiles } from '@hexawatt/shared/contract/profiles'
import type { EnergyScore } from '@hexawatt/shared/contract/score'
import type { KnownDimensions } from '@hexawatt/shared/methodology/score/known-dimensions'
import type { SubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { type Html, html } from '../../kit/html.ts'
import { colorOfScore, inkOnScore, scoreStops } from '../../kit/score-scale.ts'
import type { View } from './texts/view.ts'
import { weighScore } from './weigh-score.ts'

/** Scores at which the levels change, and the middle of each level. */
const thresholds = [40, 70] as const
const middles = { Unfavorable: 20, Acceptable: 55, Optimal: 85 } as const
/** A mark at the very end would be cut off. */
const [leastMark, mostMark] = [3, 97] as const

/** The scale of the score with the words of its levels, and the score of the hour on it. */
export function renderScale(dashboard: DashboardResponse | null, { texts }: View): Html {
  const score = dashboard?.score?.globalScore ?? null
  const stops = scoreStops.map((color, index) => html`<stop offset="${index * 10}%" stop-color="${color}"/>`)
  const ticks = thresholds.map(
    (at) =>
      html`<line x1="${at}%" x2="${at}%" y1="20" y2="34"/><text x="${at}%" y="14" text-anchor="middle">${at}</text>`,
  )
  const names = (['Unfavorable', 'Acceptable', 'Optimal'] as const).map(
    (level) => html`<text x="${middles[level]}%" y="56" text-anchor="middle">${texts.levels[level]}</text>`,
  )
  const alternative = score === null ? texts.scale : texts.scaleWith(String(score))
  return html`<svg class="note-scale" role="img" aria-label="${alternative}"><defs><linearGradient id="note-stops">${stops}</linearGradient></defs><rect y="20" width="100%" height="14" rx="7" fill="url(#note-stops)"/>${ticks}${names}${score === null ? null : renderMark(score)}</svg>`
}

function renderMark(score: number): Html {
  const x = `${Math.min(mostMark, Math.max(leastMark, score))}%`
  return html`<circle cx="${x}" cy="27" r="15" fill="${colorOfScore(score)}"/><text class="mark" x="${x}" y="32" text-anchor="middle" fill="${inkOnScore(score)}">${score}</text>`
}

/** The score of the hour, worked out: sub-score, weight and points of each dimension, with sliders for the weights where a script runs. */
export function renderWeights(dashboard: DashboardResponse | null, view: View): Html {
  const { weights: words } = view.texts
  const score = dashboard?.score ?? null
  const values = score && readValues(score)
  if (dashboard === null || score === null || values === null) return html`<p class="notice">${words.none}</p>`
  const known = readKnown(score)
  const { parts, total, score: whole } = weighScore(values, known, nationalWeights)
  const details = view.texts.language === 'en' ? (dashboard.english?.details ?? null) : readDetails(score)
  const rows = dimensions.map((dimension) => {
    const { weight, points } = parts[dimension]
    return html`<tr data-dimension="${dimension}" data-value="${values[dimension]}" data-known="${String(known[dimension])}"><th scope="row">${words.dimensions[dimension]}${details === null ? null : html`<small>${details[dimension] ?? null}</small>`}</th><td class="r">${view.format.number(values[dimension], 1)}</td><td class="slide">${renderSlider(dimension, view)}<output id="weight-of-${dimension}">${view.format.quantity(100 * weight, 0, '%')}</output></td><td class="r"><output id="points-of-${dimension}">${view.format.number(points, 1)}</output></td></tr>`
  })
  return html`<form class="weights" id="weights"><table class="plain"><caption class="unseen">${words.caption}</caption><thead><tr><th scope="col">${words.dimension}</th><th scope="col" class="r">${words.value}</th><th scope="col">${words.weight}</th><th scope="col" class="r">${words.points}</th></tr></thead>
<tbody>${rows}</tbody><tfoot><tr><th scope="row" colspan="3">${words.sum}</th><td class="r" aria-live="polite"><output id="points-total">${view.format.number(total, 1)}</output>${words.rounded}<b id="weighed-score">${whole}</b></td></tr></tfoot></table>
<p class="scripted profile"><label for="profile">${words.profile}</label> <select id="profile">${profiles.map(({ name }) => html`<option value="${name}">${words.profiles[name]}</option>`)}<option value="custom">${words.ownProfile}</option></select></p><p class="notice" id="weights-none" role="alert" hidden>${words.noWeight}</p></form>`
}

function renderSlider(dimension: Dimension, { texts }: View): Html {
  return html`<input class="scripted" type="range" id="weight-${dimension}" min="0" max="100" step="5" value="${100 * nationalWeights[dimension]}" aria-label="${texts.weights.sliders[dimension]}">`
}

/** Null when one of the four is missing. */
function readValues({ subScores }: EnergyScore): SubScoreValues | null {
  const valueByDimension = new Map(subScores?.map(({ dimension, value }) => [dimension, value]))
  const [price, carbon, grid, adequacy] = dimensions.map((dimension) => valueByDimension.get(dimension))
  if (price === undefined || carbon === undefined || grid === undefined || adequacy === undefined) return null
  return { price, carbon, grid, adequacy }
}

/** A dimension that rests on an estimate has no weight in the score. Where the estimates count, because they are most of the weight, all count here. */
function readKnown({ weightsApplied }: EnergyScore): KnownDimensions {
  const isKnown = (dimension: Dimension): boolean => weightsApplied[dimension] > 0
  return { price: isKnown('price'), carbon: isKnown('carbon'), grid: isKnown('grid'), adequacy: isKnown('adequacy') }
}

function readDetails({ subScores }: EnergyScore): Partial<Record<Dimension, string>> {
  return Object.fromEntries((subScores ?? []).map(({ dimension, detail }) => [dimension, detail]))
}
