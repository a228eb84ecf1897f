import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { composeAnswer } from './answer/compose-answer.ts'
import type { HomePlan, HomeState } from './home-state.ts'
import type { HomeView } from './home-view.ts'
import type { WindowInput } from './landscape/landscape-part.ts'
import { listColorDays } from './plan/color-days.ts'
import { findPageNow } from './plan/page-now.ts'
import { listTenseSpans } from './today/grid-tension.ts'

/** What the window shows. */
export function makeWindowInput({ dashboard }: HomeState, { plan, start }: HomePlan, view: HomeView): WindowInput {
  const nowMs = findPageNow(dashboard)
  if (plan === null) return { plan: null, nowMs, heatMap: dashboard.heatMap, view: view.landscape }
  const asked = { appliance: plan.choice.appliance, nowMs, tense: listTenseSpans(dashboard.signals) }
  return {
    plan,
    frameStart: start,
    solarMw: dashboard.outlook?.solarMw ?? [],
    windMw: dashboard.outlook?.windMw ?? [],
    signals: dashboard.signals,
    colors: listColorDays(dashboard),
    sayStart(first) {
      const { appliance, when, gain } = composeAnswer(plan, first, asked, view)
      return typeset(`${appliance}${view.language === 'fr' ? ' :' : ':'} ${when}. ${gain}`, view.language)
    },
    view: view.landscape,
  }
}
