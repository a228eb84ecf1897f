import { describe, expect, test } from 'bun:test'
import { composeScheduleBody } from '../../answers/schedule-body.ts'
import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import { composePlanAdvice } from './plan-advice.ts'
import { type LoadPlan, planLoad } from './plan-load.ts'
import { computeFigureSaving, roundServedFigures, roundShownFigures } from './shown-figures.ts'
import { createPlanRequest, createWindow, noonMs } from './testing/made-up-window.ts'

const load = { slots: 2, powerKW: 7.4, energyKWh: 3.7 }

/** Plans at prices that leave every kind of fraction, from a repeatable row of numbers. */
function plans(objective: 'cost' | 'carbon' | 'score'): LoadPlan[] {
  let state = 7
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return (state % 20_000) / 100 - 20
  }
  return Array.from({ length: 400 }, () => {
    const slots = createWindow(Array.from({ length: 6 }, next))
    const result = planLoad(createPlanRequest(slots, { load, objective, yesterday: slots.map(next) }))
    if (!result.isFeasible) throw new Error('not feasible')
    return result
  })
}

describe.each(['cost', 'carbon', 'score'] as const)('plans for %s', (objective) => {
  const all = plans(objective)

  test('has served savings equal to the differences of the served figures, to the last digit', () => {
    for (const result of all) {
      const { plan, baselines, savings } = composeScheduleBody(result, createWindow([1, 1, 1, 1, 1, 1]), load)
      for (const [saving, baseline] of [
        [savings.vsNow, baselines.startNow],
        [savings.vsYesterday, baselines.yesterday],
      ] as const) {
        const [eur, grams] = [
          (baseline?.cost?.eur ?? 0) - (plan.cost?.eur ?? 0),
          (baseline?.carbon?.gCo2eq ?? 0) - (plan.carbon?.gCo2eq ?? 0),
        ]
        expect(saving?.eur).toBe(roundHalfAwayFromZero(eur, 4))
        expect(saving?.gCo2eq).toBe(roundHalfAwayFromZero(grams, 2))
        expect(saving?.score).toBe((plan.globalScore ?? 0) - (baseline?.globalScore ?? 0))
      }
    }
  })

  test('shows savings equal to the differences of the shown figures, which may differ from the rounded differences', () => {
    let differing = 0
    for (const { plan, baselines, savings } of all) {
      const [own, now] = [roundShownFigures(plan), roundShownFigures(baselines.startNow)]
      const saved = computeFigureSaving(plan, baselines.startNow, roundShownFigures)
      expect(saved.eur).toBe(roundHalfAwayFromZero((now.eur ?? 0) - (own.eur ?? 0), 2))
      expect(saved.gCo2eq).toBe((now.gCo2eq ?? 0) - (own.gCo2eq ?? 0))
      expect(saved.score).toBe((own.score ?? 0) - (now.score ?? 0))
      if (saved.eur !== roundHalfAwayFromZero(savings.vsNow.eur ?? 0, 2)) differing += 1
    }
    expect(differing).toBeGreaterThan(20)
  })

  test('shows the served figures rounded', () => {
    for (const { plan } of all) {
      const [served, shown] = [roundServedFigures(plan), roundShownFigures(plan)]
      expect(shown.eur).toBe(roundHalfAwayFromZero(served.eur ?? 0, 2))
      expect(shown.gCo2eq).toBe(roundHalfAwayFromZero(served.gCo2eq ?? 0, 0))
    }
  })
})

test('the advice shows the difference of the two shown costs, whatever their unrounded values are', () => {
  // 0.4451 and 0.5849 EUR: their difference is 0.1398, which by itself would read 0.14.
  const slots = createWindow([158.081, 158.081, 120.297, 120.297])
  const request = createPlanRequest(slots, { load })
  const result = planLoad(request)
  if (!result.isFeasible) throw new Error('not feasible')
  expect([roundShownFigures(result.plan).eur, roundShownFigures(result.baselines.startNow).eur]).toEqual([0.45, 0.58])
  const days = { today: '2026-03-02', tomorrow: '2026-03-03' }
  const asked = { slots, objective: 'cost', tariff: 'spot', nowMs: noonMs, arePathsShipped: false } as const
  expect(composePlanAdvice({ result, ...asked, ...days }, 'en')).toContain('0.13\u00a0€')
})
