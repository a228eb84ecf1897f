import { isDashboardDegraded } from '@hexawatt/shared/answers/dashboard/degraded-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { type Html, html } from '../../kit/html.ts'
import { renderAnswer } from './answer/answer-part.ts'
import { type Answer, composeAnswer } from './answer/compose-answer.ts'
import { findLaterHint } from './answer/later-hint.ts'
import { renderDeadlineOptions } from './choice/deadline-options.ts'
import { renderOffPeakNote } from './choice/off-peak-note.ts'
import { renderRefusals } from './choice/refusals.ts'
import { writeAddress } from './plan/choice-address.ts'
import { makePagePlan, type PagePlan } from './plan/page-plan.ts'
import type { ChoiceReading } from './plan/read-choice.ts'
import type { View } from './texts/view.ts'

/** What the page shows. */
export type HomeState = {
  dashboard: DashboardResponse
  reading: ChoiceReading
  /** Contracts in force. */
  table: ContractTable
  /** Start that the reader moved the frame to, ms; null = the best one. */
  startMs: number | null
}

/** The plan of a state, and the answer that it gives. */
export type HomePlan = { plan: PagePlan | null; start: number | null; answer: Answer }

/** Plans the choice of a state. */
export function planHome(state: HomeState, view: View): HomePlan {
  const { dashboard, reading, table } = state
  const plan = makePagePlan(dashboard, reading.choice, table)
  const start = findStart(plan, state.startMs)
  const asked = { appliance: reading.choice.appliance, nowMs: Date.parse(dashboard.generatedAt) }
  return { plan, start, answer: composeAnswer(plan, start, asked, view) }
}

/** The quarter-hour of a start; null once it has begun, and for the best one. */
function findStart(plan: PagePlan | null, startMs: number | null): number | null {
  const firstMs = plan?.slots[0]?.startMs
  if (firstMs === undefined || startMs === null || startMs < firstMs) return null
  return Math.round((startMs - firstMs) / quarterHourMs)
}

/** The parts that change with the choice and with the data, by the id of their place. */
export function renderHomeParts(state: HomeState, home: HomePlan, view: View) {
  const { dashboard, reading, table } = state
  const { plan, answer } = home
  const hint = findLaterHint(plan, (choice) => makePagePlan(dashboard, choice, table), view)
  return {
    notices: renderNotices(dashboard, view),
    answer: renderAnswer({ answer, plan, hint, query: writeAddress(reading) }, view),
    'ready-by': renderDeadlineOptions(plan, reading.choice, view),
    'offPeak-note': renderOffPeakNote(reading, view),
    refusals: renderRefusals(reading, view),
  } satisfies Record<string, Html>
}

/** What the reader must know of the data: their mode, and what makes them less certain. */
function renderNotices(dashboard: DashboardResponse, { texts: { page } }: View): Html {
  const { mode, history, stale } = dashboard
  const sources = html` <a href="etat">${page.sources}</a>`
  const lines = [
    mode === 'live' ? null : html`${page.modes[mode]}${mode === 'open' ? sources : null}`,
    !stale && isDashboardDegraded(dashboard) ? html`${page.degraded}${sources}` : null,
    history?.forecastReady === false ? html`${page.preparing}` : null,
  ].filter((line) => line !== null)
  return html`${lines.map((line) => html`<p class="demo">${line}</p>`)}`
}
