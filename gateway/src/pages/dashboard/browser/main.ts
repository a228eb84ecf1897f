import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import { createView } from '../texts/create-view.ts'
import { isLanguage } from '../texts/language.ts'
import { hoursParts } from '../view/hours-parts.ts'
import { pageParts } from '../view/page-parts.ts'
import { createCharts } from './charts.ts'
import { element } from './elements.ts'
import { createPlaceParts } from './place-parts.ts'
import { startPoll } from './poll.ts'
import { startTheme } from './theme.ts'
import { startWeights } from './weights.ts'

/** Whether the page came with data; without, it is asked for again as soon as there are some. */
const hasSections = document.getElementById('now') !== null

/** The data are computed anew about once a minute. */
const pollEveryMs = 60_000
/** While there are none yet, the first are not long in coming. */
const firstDataEveryMs = 10_000

const { lang } = document.documentElement
const view = createView(isLanguage(lang) ? lang : 'fr')
const placeParts = createPlaceParts()
let weights: ScoreWeights = nationalWeights
let dashboard: DashboardResponse | null = null

if (hasSections) startPage()
else waitForData()

function waitForData(): void {
  startTheme(() => undefined)
  startPoll({ everyMs: firstDataEveryMs, onData: () => location.reload(), onReachable: () => undefined })
}

function startPage(): void {
  const drawCharts = createCharts(view)
  startTheme(() => {
    if (dashboard !== null) drawCharts(dashboard)
  })
  startWeights(view, (chosen) => {
    weights = chosen
    if (dashboard !== null) placeParts(hoursParts(dashboard.hours, weights, view))
  })
  startPoll({
    everyMs: pollEveryMs,
    onData(newest) {
      dashboard = newest
      element('weights', HTMLFormElement).hidden = newest.hours.length === 0
      placeParts(pageParts(newest, weights, view))
      drawCharts(newest)
    },
    onReachable(isReachable) {
      element('offline', HTMLElement).hidden = isReachable
    },
  })
}
