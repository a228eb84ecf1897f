import { hexagonPath } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { colorOfScore } from '../../../kit/score-scale.ts'
import type { ConsumptionResult } from '../result/consumption-result.ts'
import type { HoneycombCell, HoneycombRow } from '../result/honeycomb.ts'
import type { View } from './view.ts'

/** Sizes of the drawing: of a cell, and radii of the smallest and the largest hexagon. On phones cells are higher than wide. */
const drawings = {
  wide: { width: 48, height: 46, least: 5, most: 22 },
  narrow: { width: 15, height: 22, least: 2, most: 9 },
} as const
const hoursOfDay = 24
/** Hours that are written below the drawing. */
const writtenHours = [0, 3, 6, 9, 12, 15, 18, 21] as const

/** The honeycomb: a hexagon for every month and hour, its size the consumption, its colour the carbon sub-score. */
export function renderHoneycomb({ honeycomb, statement }: ConsumptionResult, view: View): Html {
  const { texts } = view
  const sub = statement.months.length > honeycomb.length ? texts.honeycomb.subYears : texts.honeycomb.sub
  const hours = writtenHours.map(
    (hour) =>
      html`<text x="${((100 * hour) / hoursOfDay).toFixed(2)}%" y="1em" ${hour % 6 === 0 ? null : html`class="odd"`}>${view.format.hour(clockOf(hour))}</text>`,
  )
  return html`<div class="head"><h2 id="honeycomb-heading">${texts.honeycomb.heading} <small>${sub}</small></h2><p class="key">${texts.honeycomb.size} <span>${texts.honeycomb.avoid} <span class="scale"></span> ${texts.honeycomb.favorable}</span></p></div>
<div class="grid"><svg class="m" aria-hidden="true">${honeycomb.map(({ month }, index) => html`<text x="0" y="${((100 * (index + 0.5)) / honeycomb.length).toFixed(2)}%">${view.shortMonth(month)}</text>`)}</svg>
<div id="honeycomb-cells" tabindex="0" role="application" aria-label="${texts.honeycomb.label}" aria-describedby="honeycomb-say">${drawCells(honeycomb, 'wide')}${drawCells(honeycomb, 'narrow')}</div>
<svg class="h" aria-hidden="true">${hours}</svg></div>
<p class="say" id="honeycomb-say" role="status">${describeCell(honeycomb, findStart(honeycomb), view)}</p>`
}

/** An instant of a day without a clock change, at an hour of the clock in Paris: the format writes instants. */
export const clockOf = (hour: number): string => new Date(Date.UTC(2026, 0, 15, hour - 1)).toISOString()

function drawCells(rows: readonly HoneycombRow[], name: keyof typeof drawings): Html {
  const { width, height } = drawings[name]
  const highest = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ kwhPerHour }) => kwhPerHour ?? 0)))
  const cells = rows.flatMap(({ cells }, row) =>
    cells.map((cell, hour) => drawCell(cell, { row, hour }, highest, drawings[name])),
  )
  return html`<svg class="${name}" viewBox="0 0 ${hoursOfDay * width} ${rows.length * height}" aria-hidden="true">${cells}<path class="mark" d=""/></svg>`
}

/** The area of a hexagon grows with the consumption. One without a known intensity is hollow. */
function drawCell({ kwhPerHour, score }: HoneycombCell, place: CellPlace, highest: number, drawing: Drawing): Html {
  const { x, y } = centerOf(place, drawing)
  if (kwhPerHour === null) return html`<path class="none" d="M${x - 2} ${y}h4"/>`
  const share = highest > 0 ? Math.sqrt(kwhPerHour / highest) : 0
  const path = hexagonPath(x, y, drawing.least + (drawing.most - drawing.least) * share)
  return score === null
    ? html`<path class="hollow" d="${path}"/>`
    : html`<path d="${path}" fill="${colorOfScore(score)}"/>`
}

type Drawing = (typeof drawings)[keyof typeof drawings]

const centerOf = ({ row, hour }: CellPlace, { width, height }: Drawing) => ({
  x: (hour + 0.5) * width,
  y: (row + 0.5) * height,
})

/** Path of the mark around a cell, by the class of the drawing. */
export function markCell(place: CellPlace, name: keyof typeof drawings): string {
  const drawing = drawings[name]
  const { x, y } = centerOf(place, drawing)
  return hexagonPath(x, y, drawing.most * 1.06)
}

/** A cell by its row and its hour. */
export type CellPlace = { row: number; hour: number }

/** The cell that is read first: the highest consumption of the evenings whose grid is known, else the first cell. */
export function findStart(rows: readonly HoneycombRow[]): CellPlace {
  let start: CellPlace = { row: 0, hour: 0 }
  let most = -1
  for (const [row, { cells }] of rows.entries()) {
    for (const hour of [17, 18, 19, 20, 21]) {
      const { kwhPerHour, score } = cells[hour] ?? { kwhPerHour: null, score: null }
      if (kwhPerHour !== null && score !== null && kwhPerHour > most) [most, start] = [kwhPerHour, { row, hour }]
    }
  }
  return start
}

/** What the page says of a cell. */
export function describeCell(rows: readonly HoneycombRow[], { row, hour }: CellPlace, view: View): Html {
  const { texts, format } = view
  const month = rows[row]?.month ?? ''
  const cell = rows[row]?.cells[hour]
  const name = view.month(month).replace(/ \d{4}$/, '')
  const heading = `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${format.hour(clockOf(hour))}`
  return html`<b>${heading}</b> ${writeCell(cell, view, texts.honeycomb.cell)}`
}

function writeCell(
  cell: HoneycombCell | undefined,
  { texts, format }: View,
  join: (words: { kwh: string; grid: string }) => string,
): string {
  if (cell === undefined || cell.kwhPerHour === null) return texts.honeycomb.noValue
  const { kwhPerHour, gCo2eqPerKwh, score } = cell
  const grid =
    gCo2eqPerKwh === null || score === null
      ? texts.honeycomb.gridUnknown
      : texts.honeycomb.grid({ g: format.number(gCo2eqPerKwh, 0), score: format.number(score, 0) })
  return join({ kwh: format.number(kwhPerHour, kwhPerHour < 10 ? 2 : 0), grid })
}

/** The same as a table: consumption and intensity of each month and hour. */
export function renderHoneycombTable({ honeycomb }: ConsumptionResult, view: View): Html {
  const { texts, format } = view
  const head = Array.from({ length: hoursOfDay }, (_, hour) => html`<th scope="col">${format.hour(clockOf(hour))}</th>`)
  const rows = honeycomb.map(
    ({ month, cells }) =>
      html`<tr><th scope="row">${view.shortMonth(month)}</th>${cells.map(
        ({ kwhPerHour, gCo2eqPerKwh }) =>
          html`<td>${kwhPerHour === null ? '–' : format.number(kwhPerHour, kwhPerHour < 10 ? 2 : 0)}<small>${gCo2eqPerKwh === null ? '–' : format.quantity(gCo2eqPerKwh, 0, 'g')}</small></td>`,
      )}</tr>`,
  )
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.honeycomb.caption}"><table><caption>${texts.honeycomb.caption}</caption><thead><tr><td></td>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
}
