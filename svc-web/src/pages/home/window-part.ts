import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { type Html, html } from '../../kit/html.ts'
import { composeAnswer } from './answer/compose-answer.ts'
import type { HomePlan, HomeState } from './home-state.ts'
import type { HomeView } from './home-view.ts'
import { renderLandscape } from './landscape/landscape-part.ts'
import type { LandscapeInput } from './landscape/prepare-landscape.ts'
import { listColorDays } from './plan/color-days.ts'
import type { PagePlan } from './plan/page-plan.ts'

/** The window of the coming hours; without a forecast a rule of thumb in its place. */
export function renderWindow({ dashboard }: HomeState, { plan, start }: HomePlan, view: HomeView): Html {
  if (plan === null) return renderNoForecast(view)
  return renderLandscape(makeLandscapeInput(dashboard, plan, start, view))
}

/** What the landscape shows. */
export function makeLandscapeInput(
  dashboard: DashboardResponse,
  plan: PagePlan,
  start: number | null,
  view: HomeView,
): LandscapeInput {
  const asked = { appliance: plan.choice.appliance, nowMs: plan.nowMs }
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

function renderNoForecast({ texts: { page }, language }: HomeView): Html {
  return html`<section class="landscape none" id="no-forecast" aria-labelledby="no-forecast-title"><div class="in"><h2 id="no-forecast-title">${page.noForecast}</h2><p>${typeset(page.ruleOfThumb, language)}</p></div></section>`
}
