import type { DashboardHour } from '@hexawatt/shared/contract/dashboard'
import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import { bestFirst, worstFirst } from '@hexawatt/shared/methodology/score/rank-hours'
import type { View } from '../texts/view.ts'
import { allColumns, hourTable, shortColumns } from './hour-table.ts'
import { type Html, html } from './html.ts'
import { ribbonPart } from './ribbon-part.ts'
import { type WeighedHour, weighedHours } from './weighed-hours.ts'

/** Hours in the lists of the best and the worst. */
const listedHours = 3

/** The coming hours under a weighting: what changes when the weights do. */
export function hoursParts(hours: readonly DashboardHour[], weights: ScoreWeights, view: View) {
  const weighed = weighedHours(hours, weights)
  return { extremes: extremesPart(weighed, view), ribbon: ribbonPart(weighed, view), hours: tablePart(weighed, view) }
}

function extremesPart(hours: readonly WeighedHour[], view: View): Html {
  const { best, worst, none } = view.texts.hours
  if (hours.length === 0) return html`<p class="notice">${none}</p>`
  return html`<div class="pair">${hourTable('best', best, bestFirst(hours).slice(0, listedHours), shortColumns, view)}
${hourTable('worst', worst, worstFirst(hours).slice(0, listedHours), shortColumns, view)}</div>`
}

function tablePart(hours: readonly WeighedHour[], view: View): Html {
  if (hours.length === 0) return html``
  const { table } = view.texts.hours
  return html`<details id="hours-details"><summary>${table}</summary>${hourTable('all', table, hours, allColumns, view)}</details>`
}
