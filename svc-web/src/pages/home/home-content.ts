import { type Html, html } from '../../kit/html.ts'
import { renderChoiceForm } from './choice/choice-form.ts'
import { renderHomeParts } from './home-parts.ts'
import { findToday, type HomeState, planHome } from './home-state.ts'
import type { HomeView } from './home-view.ts'
import { renderLandscape } from './landscape/landscape-part.ts'
import { listAdders } from './plan/contract-table.ts'
import { findPageNow } from './plan/page-now.ts'
import { makeWindowInput } from './window-part.ts'

/** The bands above the content, and the content of the page. */
export type HomeContent = { notices: Html; content: Html }

/** The page with data. Without JavaScript it shows everything, and the form asks for another choice. */
export function renderHomeContent(state: HomeState, isContractKnown: boolean, view: HomeView): HomeContent {
  const home = planHome(state, view)
  const parts = renderHomeParts(state, home, view)
  const adders = listAdders(state.table, findToday(state))
  const nowMs = findPageNow(state.dashboard)
  const form = renderChoiceForm({ reading: state.reading, plan: home.plan, nowMs, adders, isContractKnown }, view)
  const place = (id: keyof typeof parts): Html => html`<div id="${id}">${parts[id]}</div>`
  return {
    notices: html`<div id="notices" role="status">${parts.notices}</div>${renderOffline(view)}${place('status-place')}`,
    content: html`<div class="in hero"><section class="answer" id="answer" aria-labelledby="head">${parts.answer}</section>
${place('now-place')}</div>
${form}
${renderLandscape(makeWindowInput(state, home, view))}
<div class="in days3">${place('tempo-place')}${place('ecowatt-place')}${place('exchanges-place')}</div>
${place('door-place')}
${renderTable(state)}`,
  }
}

/** The page before any computation, or while the stores are down: a calm sentence, no window. */
export function renderEmptyContent(view: HomeView): HomeContent {
  const { page } = view.texts
  return {
    notices: renderOffline(view),
    content: html`<div class="in hero"><section class="answer" id="nothing"><h1><b>${page.nothing}</b></h1><p class="gain">${page.nothingSays}</p></section></div>`,
  }
}

const renderOffline = ({ texts }: HomeView): Html =>
  html`<p id="offline" class="demo" role="status" hidden>${texts.page.offline}</p>`

/** The contracts as data for the script, which needs no request for them. */
function renderTable({ table }: HomeState): Html {
  // Within a script element only `<` could end the text.
  const json = JSON.stringify(table).replaceAll('<', '\\u003c')
  return { markup: `<script type="application/json" id="contracts">${json}</script>` }
}
