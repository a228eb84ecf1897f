import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { hexagonPath } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { colorOfScore } from '../../../kit/score-scale.ts'
import type { TodayView } from './texts/view.ts'

/** Cells of the little honeycomb, and quarter-hours from one to the next. */
const [rows, columns, slotsPerCell] = [4, 9, 5] as const

/** The way to the reader's own consumption. The honeycomb is coloured by the hours to come; its sizes only suggest a year of use. */
export function renderDoor({ outlook }: DashboardResponse, { texts }: TodayView): Html {
  const { door } = texts
  return html`<section class="linky in" aria-labelledby="door-heading"><div class="card">${renderComb(outlook?.score ?? [])}<div><h2 id="door-heading">${door.heading}</h2><p class="quiet">${door.text}<span class="thin">${door.detail}</span>${door.end}</p></div><a class="btn second" href="consommations">${door.open}</a></div></section>`
}

function renderComb(scores: readonly (number | null)[]): Html {
  const cells = Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns]
    const score = scores[cell * slotsPerCell] ?? (100 * column) / (columns - 1)
    const radius = 3 + ((cell * 37 + row * 11) % 45) / 9
    return html`<path fill="${colorOfScore(score)}" d="${hexagonPath(9 + column * 15 + (row % 2) * 7.5, 9 + row * 13, radius)}"/>`
  })
  return html`<svg class="comb" viewBox="0 0 145 60" aria-hidden="true">${cells}</svg>`
}
