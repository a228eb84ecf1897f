import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { type Html, html } from '../../kit/html.ts'
import { renderAnswer } from './answer/answer-part.ts'
import { findLaterHint } from './answer/later-hint.ts'
import { renderDeadlineOptions } from './choice/deadline-options.ts'
import { renderOffPeakNote } from './choice/off-peak-note.ts'
import { renderRefusals } from './choice/refusals.ts'
import type { HomePlan, HomeState } from './home-state.ts'
import type { HomeView } from './home-view.ts'
import { writeAddress } from './plan/choice-address.ts'
import { findPageNow } from './plan/page-now.ts'
import { makePagePlan } from './plan/page-plan.ts'
import { renderToday } from './today-parts.ts'

/** The parts that change with the choice and with the data, by the id of their place. */
export function renderHomeParts(state: HomeState, home: HomePlan, view: HomeView) {
  const { dashboard, reading, table } = state
  const { plan } = home
  const nowMs = findPageNow(dashboard)
  const today = renderToday(dashboard, reading.choice.contract, table, nowMs, view.today)
  return {
    notices: renderNotices(dashboard, view),
    answer: renderAnswerPart(state, home, view),
    'ready-by': renderDeadlineOptions(plan, reading.choice, { nowMs, view }),
    'offPeak-note': renderOffPeakNote(reading, view),
    refusals: renderRefusals(reading, view),
    'status-place': today.status,
    'now-place': today.now,
    'tempo-place': today.tempo,
    'ecowatt-place': today.ecowatt,
    'exchanges-place': today.exchanges,
    'door-place': today.door,
  } satisfies Record<string, Html>
}

/** The answer, which also follows the frame. */
export function renderAnswerPart(
  { dashboard, reading, table }: HomeState,
  { plan, answer }: HomePlan,
  view: HomeView,
): Html {
  const hint = answer.isBest ? findLaterHint(plan, (choice) => makePagePlan(dashboard, choice, table), view) : null
  return renderAnswer({ answer, plan, hint, query: writeAddress(reading) }, view)
}

/** What the reader must know of the data: their mode, and that the forecast is being prepared. What is late is said by the status of the day. */
function renderNotices(dashboard: DashboardResponse, { texts: { page } }: HomeView): Html {
  const { mode, history } = dashboard
  const sources = html` <a href="etat">${page.sources}</a>`
  const lines = [
    mode === 'live' ? null : html`${page.modes[mode]}${mode === 'open' ? sources : null}`,
    history?.forecastReady === false ? html`${page.preparing}` : null,
  ].filter((line) => line !== null)
  return html`${lines.map((line) => html`<p class="demo">${line}</p>`)}`
}
