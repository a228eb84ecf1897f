import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { createPlaceParts, getElement } from '../../../kit/browser/elements.ts'
import { startPoll } from '../../../kit/browser/poll.ts'
import { renderHomeParts } from '../home-parts.ts'
import { type HomeState, planHome } from '../home-state.ts'
import type { HomeView } from '../home-view.ts'
import { renderLandscapeParts } from '../landscape/landscape-part.ts'
import { prepareLandscape } from '../landscape/prepare-landscape.ts'
import { readChoice } from '../plan/read-choice.ts'
import { makeLandscapeInput, renderWindow } from '../window-part.ts'
import { startAnswerActions } from './answer-actions.ts'
import { readRememberedContract, startChoiceForm } from './choice-form.ts'

/** The data are computed again about once a minute; before the first ones, which come soon, the page asks more often. */
const [pollEveryMs, firstDataEveryMs] = [60_000, 10_000] as const

/** Activates the page; one that came without data reloads as soon as data exist. */
export function startHome(view: HomeView): void {
  const showReachable = (isReachable: boolean): void => {
    getElement('offline', HTMLElement).hidden = isReachable
  }
  if (document.getElementById('answer') === null) {
    startPoll({ everyMs: firstDataEveryMs, onData: () => location.reload(), onReachable: showReachable })
    return
  }
  const update = startPage(view)
  startPoll({ everyMs: pollEveryMs, onData: update, onReachable: showReachable })
}

/** @returns what to call with new data */
function startPage(view: HomeView): (dashboard: DashboardResponse) => void {
  const placeParts = createPlaceParts()
  const table: ContractTable = JSON.parse(getElement('contracts', HTMLElement).textContent ?? '')
  const adders = [...getElement('choose', HTMLFormElement).querySelectorAll('[name=adder] option')].map(
    (option) => option.getAttribute('value') ?? '',
  )
  let reading = readChoice(new URLSearchParams(location.search), readRememberedContract(), adders)
  let startMs: number | null = null
  let dashboard: DashboardResponse | null = null

  function show(): void {
    if (dashboard === null) return
    const state: HomeState = { dashboard, reading, table, startMs }
    const home = planHome(state, view)
    placeParts(renderHomeParts(state, home, view))
    const isWindowThere = document.getElementById('landscape') !== null
    if (home.plan === null || !isWindowThere) placeParts({ window: renderWindow(state, home, view) })
    else placeParts(renderLandscapeParts(prepareLandscape(makeLandscapeInput(dashboard, home.plan, home.start, view))))
  }

  const form = startChoiceForm({
    first: reading,
    adders,
    view,
    onChange(chosen) {
      reading = chosen
      startMs = null
      // From now on changes of the answer are the reader's, and worth being read out.
      getElement('answer', HTMLElement).setAttribute('aria-live', 'polite')
      show()
    },
  })
  startAnswerActions(getElement('answer', HTMLElement), {
    view,
    chooseReadyBy: form.chooseReadyBy,
    goBack() {
      startMs = null
      show()
    },
  })
  return (newest) => {
    dashboard = newest
    show()
  }
}
