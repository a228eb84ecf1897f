import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { createPlaceParts, getElement } from '../../../kit/browser/elements.ts'
import { startPoll } from '../../../kit/browser/poll.ts'
import { readRememberedContract } from '../../../kit/browser/remembered-contract.ts'
import { renderAnswerPart, renderHomeParts } from '../home-parts.ts'
import { answerAt, type HomeState, planHome } from '../home-state.ts'
import type { HomeView } from '../home-view.ts'
import { startLandscape } from '../landscape/browser/start-landscape.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import { readChoice } from '../plan/read-choice.ts'
import { makeWindowInput } from '../window-part.ts'
import { startAnswerActions } from './answer-actions.ts'
import { startChoiceForm } from './choice-form.ts'

/** The data are computed again about once a minute; before the first ones, which come soon, the page asks more often. */
const [pollEveryMs, firstDataEveryMs] = [60_000, 10_000] as const

/** Activates the page; one that came without data reloads as soon as data exist. */
export function startHome(view: HomeView): void {
  const showReachable = (isReachable: boolean): void => {
    getElement('offline', HTMLElement).hidden = isReachable
  }
  if (document.getElementById('answer') === null) {
    // There is no last state that the page could show.
    startPoll({ everyMs: firstDataEveryMs, onData: () => location.reload(), onReachable: () => undefined })
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

  let plan: PagePlan | null = null
  const answer = getElement('answer', HTMLElement)

  /** Draws everything: new data, or another choice. */
  function show(): void {
    if (dashboard === null) return
    const state: HomeState = { dashboard, reading, table, startMs }
    const home = planHome(state, view)
    plan = home.plan
    answer.style.removeProperty('min-height')
    placeParts(renderHomeParts(state, home, view))
    landscape.show(makeWindowInput(state, home, view))
  }

  const landscape = startLandscape((start) => {
    if (dashboard === null) return
    startMs = start === null ? null : Date.parse(dashboard.outlook?.start ?? '') + start * quarterHourMs
    const state: HomeState = { dashboard, reading, table, startMs }
    // The frame itself says where it is.
    answer.setAttribute('aria-live', 'off')
    // Shorter sentences must not move what the reader drags.
    answer.style.setProperty('min-height', `${answer.offsetHeight}px`)
    placeParts({ answer: renderAnswerPart(state, answerAt(state, plan, view), view) })
  })
  const form = startChoiceForm({
    first: reading,
    adders,
    view,
    onChange(chosen) {
      reading = chosen
      startMs = null
      // From now on changes of the answer are the reader's, and worth being read out.
      answer.setAttribute('aria-live', 'polite')
      show()
    },
  })
  startAnswerActions(answer, {
    view,
    chooseReadyBy: form.chooseReadyBy,
    goBack: () => landscape.goBack(),
  })
  return (newest) => {
    dashboard = newest
    show()
  }
}
