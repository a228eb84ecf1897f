import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { isLanguage } from '@hexawatt/shared/contract/values/languages'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { createPlaceParts, getElement } from '../../../kit/browser/elements.ts'
import { makeDefaultChoice, type PlanChoice } from '../plan/choice.ts'
import { planParts } from '../plan/plan-parts.ts'
import { createView } from '../texts/view.ts'
import { renderHoursParts } from '../view/hours-parts.ts'
import { renderPageParts } from '../view/page-parts.ts'
import { startTheme, startWeights } from './controls.ts'
import { createMixChart } from './mix-chart.ts'
import { startPlanner } from './planner.ts'

/** Whether the page came with data; otherwise it reloads as soon as data exist. */
const hasSections = document.getElementById('now') !== null

/** The data are computed again about once a minute. */
const pollEveryMs = 60_000
/** Before the first data, which come soon. */
const firstDataEveryMs = 10_000

const { lang } = document.documentElement
const view = createView(isLanguage(lang) ? lang : 'fr')
const placeParts = createPlaceParts()
let weights: ScoreWeights = nationalWeights
let choice: PlanChoice = makeDefaultChoice()
let dashboard: DashboardResponse | null = null

if (hasSections) startPage()
else waitForData()

function waitForData(): void {
  startTheme(() => undefined)
  startPoll({ everyMs: firstDataEveryMs, onData: () => location.reload(), onReachable: () => undefined })
}

function startPage(): void {
  const drawMix = createMixChart(view)
  startTheme(() => {
    if (dashboard !== null) drawMix(dashboard)
  })
  startWeights(view, (chosen) => {
    weights = chosen
    if (dashboard !== null) placeParts(renderHoursParts(dashboard, weights, view))
  })
  startPlanner((chosen) => {
    choice = chosen
    if (dashboard !== null) placeParts(planParts(dashboard, choice, view))
  })
  startPoll({
    everyMs: pollEveryMs,
    onData(newest) {
      dashboard = newest
      getElement('weights', HTMLFormElement).hidden = newest.hours.length === 0
      getElement('planner', HTMLFormElement).hidden = newest.outlook === null
      placeParts({ ...renderPageParts(newest, weights, view), ...planParts(newest, choice, view) })
      drawMix(newest)
    },
    onReachable(isReachable) {
      getElement('offline', HTMLElement).hidden = isReachable
    },
  })
}

export type PollOptions = {
  everyMs: number
  onData: (dashboard: DashboardResponse) => void
  /** Called with whether the server answered. */
  onReachable: (isReachable: boolean) => void
}

/** Polls for the data at an interval, and when the page becomes visible again; unchanged data answer 304. */
function startPoll({ everyMs, onData, onReachable }: PollOptions): void {
  let etag: string | null = null

  async function ask(): Promise<void> {
    try {
      const response = await fetch('api/dashboard', {
        headers: etag === null ? {} : { 'if-none-match': etag },
        cache: 'no-store',
      })
      onReachable(response.ok || response.status === 304)
      if (!response.ok) return
      const dashboard: DashboardResponse = await response.json()
      etag = response.headers.get('etag')
      onData(dashboard)
    } catch {
      onReachable(false)
    }
  }

  void ask()
  setInterval(() => {
    if (!document.hidden) void ask()
  }, everyMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask()
  })
}
