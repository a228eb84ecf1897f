import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { dimensions } from '@hexawatt/shared/contract/dimensions'
import { nationalWeights, profiles } from '@hexawatt/shared/contract/profiles'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import {
  type ExtremeHours,
  findExtremeHours,
  sortBestFirst,
  sortWorstFirst,
} from '@hexawatt/shared/methodology/score/composite'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'
import { isTense } from './day-cards.ts'
import { allColumns, renderHourTable, shortColumns, type WeighedHour, weighHours } from './hour-table.ts'

/** Hours in the lists of the best and the worst. */
const listedHours = 3

/** The parts that depend on the weights: the coming hours. */
export function renderHoursParts(
  { hours, outlook }: Pick<DashboardResponse, 'hours' | 'outlook'>,
  weights: ScoreWeights,
  view: View,
) {
  const weighed = weighHours(hours, outlook, weights)
  return {
    extremes: renderExtremes(weighed, view),
    ribbon: renderRibbon(weighed, view),
    hours: renderTablePart(weighed, view),
  }
}

function renderExtremes(hours: readonly WeighedHour[], view: View): Html {
  const { best, worst, none } = view.texts.hours
  if (hours.length === 0) return html`<p class="notice">${none}</p>`
  return html`<div class="pair">${renderHourTable('best', best, sortBestFirst(hours).slice(0, listedHours), shortColumns, view)}
${renderHourTable('worst', worst, sortWorstFirst(hours).slice(0, listedHours), shortColumns, view)}</div>`
}

function renderTablePart(hours: readonly WeighedHour[], view: View): Html {
  if (hours.length === 0) return html``
  const { table } = view.texts.hours
  return html`<details id="hours-details"><summary>${table}</summary>${renderHourTable('all', table, hours, allColumns, view)}</details>`
}

/** The scores of the coming hours at a glance, a row for each day in Paris. */
function renderRibbon(hours: readonly WeighedHour[], view: View): Html {
  if (hours.length === 0) return html``
  const { ribbon, legend } = view.texts.hours
  const extremes = findExtremeHours(hours)
  const days = Map.groupBy(hours, ({ time }) => view.format.day(time))
  const rows = [...days].map(
    ([day, ofDay]) =>
      html`<h4>${day}</h4><ol class="ribbon">${ofDay.map((hour) => renderRibbonCell(hour, extremes, view))}</ol>`,
  )
  return html`<h3>${ribbon}</h3>${rows}<p class="quiet">${legend}</p>`
}

function renderRibbonCell(hour: WeighedHour, extremes: ExtremeHours, view: View): Html {
  const { time, globalScore, level, gridSignalStatus } = hour
  const tension =
    gridSignalStatus !== null && isTense(gridSignalStatus)
      ? sign('⚠', view.texts.signal.statuses[gridSignalStatus])
      : null
  return html`<li class="${level}" data-time="${time}"><time datetime="${time}">${view.format.hour(time)}</time> <b>${globalScore}</b>${renderExtremeMark(time, extremes, view)}${tension}</li>`
}

function renderExtremeMark(time: string, { bestHour, worstHour }: ExtremeHours, { texts }: View): Html | null {
  if (time === bestHour) return sign('★', texts.hours.bestMark)
  return time === worstHour ? sign('▼', texts.hours.worstMark) : null
}

function sign(character: string, meaning: string): Html {
  return html`<i aria-hidden="true">${character}</i><span class="unseen">, ${meaning}</span>`
}

/** Sliders for the four dimensions, in percent (useless without JavaScript, or without hours to rank). */
export function renderWeightsForm({ texts, format }: View, hasHours: boolean): Html {
  const words = texts.hours
  const names = profiles.map(({ name }) => html`<option value="${name}">${words.profiles[name]}</option>`)
  const sliders = dimensions.map((dimension) => {
    const share = 100 * nationalWeights[dimension]
    return html`<label>${texts.dimensions[dimension]} <output id="share-${dimension}">${format.quantity(share, 0, texts.units.percent)}</output><input type="range" id="weight-${dimension}" min="0" max="100" step="5" value="${share}"></label>`
  })
  return html`<form id="weights" class="scripted" aria-label="${words.weights}" ${hasHours ? null : html`hidden`}><fieldset><legend>${words.weights}</legend><p class="quiet" id="weights-hint">${words.weightsHint}</p><p class="notice" id="weights-none" role="alert" hidden>${words.weightsNone}</p>
<label class="profile">${words.profile} <select id="profile">${names}<option value="custom">${words.ownProfile}</option></select></label><div class="sliders">${sliders}</div></fieldset></form>`
}
