import type { HeatMapDay } from '@hexawatt/shared/contract/dashboard'
import { toParisDay, toParisInstantMs } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../kit/html.ts'
import { countHours, renderHourTable } from './details/hour-table.ts'
import { renderReadout } from './details/readout.ts'
import { findUsualHours, type UsualHours } from './details/usual-hours.ts'
import { describePicture } from './picture/description.ts'
import { renderEmptySky } from './picture/empty-sky.ts'
import { renderPicture } from './picture/picture.ts'
import { type Landscape, type LandscapeInput, prepareLandscape } from './prepare-landscape.ts'
import { listHours } from './window/hours.ts'
import { type LandscapeView, writeTime } from './window/landscape-view.ts'

/** The parts of the landscape that change with plan and data, by the id of their place. */
export type LandscapeParts = Readonly<
  Record<'landscape-title' | 'landscape-picture' | 'landscape-readout' | 'landscape-table', Html>
>

/** What the window shows where nothing is forecast. */
export type NoForecast = { plan: null; nowMs: number; heatMap: readonly HeatMapDay[]; view: LandscapeView }
export type WindowInput = LandscapeInput | NoForecast

/** The window of the page: the coming 48 or 72 hours as a picture, the figures of the plan below it, and all hours as a table. */
export function renderLandscape(input: WindowInput): Html {
  return html`<section class="landscape" id="landscape" aria-labelledby="landscape-title">
${renderLandscapeContent(input)}</section>`
}

/** The content of the section, which the browser draws anew where a forecast comes or ends. */
export const renderLandscapeContent = (input: WindowInput): Html =>
  input.plan === null ? renderNoForecast(input) : renderForecast(input)

/** The sky without hills, and the hours that were usually good. */
function renderNoForecast({ nowMs, heatMap, view }: NoForecast): Html {
  const { none } = view.texts
  const usual = findUsualHours(heatMap)
  const write = (hour: number) => writeTime(toParisInstantMs(toParisDay(nowMs), hour * 60), view)
  const between = ({ from, to }: UsualHours['best']) => none.between(write(from), write(to))
  return html`${renderEmptySky(nowMs)}<div class="in none"><h2 id="landscape-title">${none.heading}</h2><p>${none.lead}${usual && html` ${none.usual(between(usual.best), between(usual.worst))}`}</p></div>`
}

function renderForecast(input: LandscapeInput): Html {
  const landscape = prepareLandscape(input)
  const { view, slots } = landscape
  const { texts } = view
  const hours = countHours(landscape)
  const parts = renderLandscapeParts(landscape)
  return html`<div class="in landscape-head"><h2 id="landscape-title">${parts['landscape-title']}</h2>${renderLegend(view)}</div>
<div class="scroller" id="landscape-scroller"><div class="plot ${chooseWidth(hours)}" id="landscape-plot">
<div class="snaps" aria-hidden="true">${Array.from({ length: Math.ceil(hours / hoursPerSnap) }, () => html`<i></i>`)}</div>
<div id="landscape-picture">${parts['landscape-picture']}</div>
<input class="scrub scripted" id="landscape-hour" type="range" min="0" max="${listHours(slots).length - 1}" value="0" aria-label="${texts.scrub}"></div></div>
<dl class="in readout" id="landscape-readout">${parts['landscape-readout']}</dl>
<details class="in hours-table" id="landscape-hours-table"><summary>${texts.table.summary}</summary><div id="landscape-table">${parts['landscape-table']}</div></details>`
}

/** Every part; the same functions write them on the server and in the browser. */
export function renderLandscapeParts(landscape: Landscape): LandscapeParts {
  const { view, today } = landscape
  return {
    'landscape-title': html`${view.texts.heading(countHours(landscape))}`,
    'landscape-picture': renderPicture({ ...landscape, description: describePicture(landscape, view) }),
    'landscape-readout': renderPlanReadout(landscape),
    'landscape-table': renderHourTable(landscape, today, view),
  }
}

/** The figures of the plan, or of the frame that the reader moved; of the first hour where no plan is possible. */
export function renderPlanReadout(landscape: Landscape): Html {
  const { pieces, isMoved, view, slots } = landscape
  const { best, chosen, first } = view.texts.readout
  if (pieces.length === 0) return renderReadout(first, listHours(slots).slice(0, 1), landscape)
  return renderReadout(isMoved ? chosen : best, pieces, landscape)
}

/** A phone shows 24 hours at once; where a reader lets go, the picture rests at a quarter of a day. */
const hoursPerSnap = 6

/** Class by the length of the window. */
const chooseWidth = (hours: number): string => (hours > 48 ? 'days-3' : hours > 24 ? 'days-2' : 'days-1')

function renderLegend({ texts: { legend } }: LandscapeView): Html {
  return html`<p class="legend"><span>${legend.avoid}<span class="scale"></span>${legend.favourable}</span> <span><span aria-hidden="true">★</span> ${legend.best}</span> <span class="more">${legend.relief}</span> <span class="more">${legend.veil}</span> <span class="more">${legend.dashes}</span> <span class="more scripted">${legend.drag}</span></p>`
}
