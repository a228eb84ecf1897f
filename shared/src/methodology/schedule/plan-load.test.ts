import { describe, expect, test } from 'bun:test'
import { listSlots } from './optimise.ts'
import type { PlanFigures } from './plan-figures.ts'
import { computeRecomputeAfterMs, type LoadPlan, type PlanRequest, planLoad } from './plan-load.ts'
import { createPlanRequest, createWindow, noonMs } from './testing/made-up-window.ts'
import { buildErrorPaths } from './value-paths.ts'

const prices = [90, 80, 40, 30, 60, 20, 70, 75]
const planned = (request: PlanRequest): LoadPlan => {
  const result = planLoad(request)
  if (!result.isFeasible) throw new Error('not feasible')
  return result
}
const slotsOfPlan = (plan: PlanFigures | null | undefined): number[] | null => (plan ? listSlots(plan.segments) : null)

describe('a plan', () => {
  const { plan, baselines, savings } = planned(createPlanRequest(createWindow(prices)))

  test('is the cheapest segment, with its cost, emissions and score', () => {
    expect(slotsOfPlan(plan)).toEqual([2, 3])
    expect(plan.cost?.eur).toBeCloseTo(0.035, 12)
    expect(plan.carbon).toMatchObject({ gCo2eq: 17.5, gCo2PerKwh: 17.5 })
    expect(plan.score).toBe(65)
    expect(plan).toMatchObject({ cost: { basis: 'auction', certainty: 'confirmed' }, worstGridSignal: 'Favorable' })
  })

  test('is compared with starting now, as late as possible, and the worst slots', () => {
    expect(slotsOfPlan(baselines.startNow)).toEqual([0, 1])
    expect(slotsOfPlan(baselines.asLate)).toEqual([6, 7])
    expect(slotsOfPlan(baselines.worst)).toEqual([0, 1])
  })

  test('saves the difference to the baseline: 0.05 € of 0.085 € are 58.8 %', () => {
    expect(savings.vsNow.eur).toBeCloseTo(0.05, 12)
    expect(savings.vsNow.gCo2eq).toBeCloseTo(25, 12)
    expect(savings.vsNow.score).toBe(50)
    expect(savings.vsNow.pct).toBeCloseTo((100 * 50) / 85, 9)
  })

  test('for carbon or for the score takes the best slots of that objective', () => {
    const slots = createWindow(prices).map((slot, index) => ({
      ...slot,
      gCo2PerKwh: { central: index === 5 || index === 6 ? 1 : 50, low: null, high: null },
      score: { central: index < 2 ? 90 : 10, low: null, high: null },
    }))
    expect(slotsOfPlan(planned(createPlanRequest(slots, { objective: 'carbon' })).plan)).toEqual([5, 6])
    const ofScore = planned(createPlanRequest(slots, { objective: 'score' }))
    expect(slotsOfPlan(ofScore.plan)).toEqual([0, 1])
    expect(ofScore.savings.vsNow).toMatchObject({ score: 0, pct: null })
  })

  test('follows negative prices, and relates savings to the absolute baseline', () => {
    const negative = planned(createPlanRequest(createWindow([-20, -20, -60, -60, 10])))
    expect(slotsOfPlan(negative.plan)).toEqual([2, 3])
    expect(negative.savings.vsNow.pct).toBeCloseTo(200, 9)
  })

  test('has a null percentage below a baseline of 0.01', () => {
    expect(planned(createPlanRequest(createWindow([5, 5, -60, -60]))).savings.vsNow.pct).toBeNull()
  })

  test('minimises the p90 with the prudent estimate', () => {
    const slots = createWindow([50, 50, 40, 40]).map((slot, index) => ({
      ...slot,
      price: slot.price && { ...slot.price, high: index < 2 ? 0.055 : 0.2 },
    }))
    expect(slotsOfPlan(planned(createPlanRequest(slots)).plan)).toEqual([2, 3])
    expect(slotsOfPlan(planned(createPlanRequest(slots, { estimate: 'prudent' })).plan)).toEqual([0, 1])
  })
})

describe('unknown values', () => {
  test('are never chosen, and are null in the baselines that contain them', () => {
    const { plan, baselines, savings } = planned(createPlanRequest(createWindow([null, 10, null, 30, 60])))
    expect(slotsOfPlan(plan)).toEqual([3, 4])
    expect(baselines.startNow).toMatchObject({ cost: null, carbon: null, score: null, worstGridSignal: null })
    expect(savings.vsNow).toEqual({ eur: null, gCo2eq: null, score: null, pct: null })
  })

  test('refuse a load that does not fit, with the needed and available slots', () => {
    expect(planLoad(createPlanRequest(createWindow([10])))).toEqual({
      isFeasible: false,
      slots: 2,
      windowSlots: 1,
      usableSlots: 1,
    })
  })

  test('without error paths leave the probability and the advice to wait null', () => {
    expect(planned(createPlanRequest(createWindow(prices)))).toMatchObject({
      probabilityBetterThanNow: null,
      worthWaiting: null,
    })
  })
})

describe('the yesterday baseline', () => {
  test('is the block that was best yesterday, at today’s prices', () => {
    const yesterday = [50, 50, 50, 50, 50, 10, 10, 50]
    const { baselines, savings } = planned(createPlanRequest(createWindow(prices), { yesterday }))
    expect(slotsOfPlan(baselines.yesterday)).toEqual([5, 6])
    expect(baselines.yesterday?.cost?.eur).toBeCloseTo(0.045, 12)
    expect(savings.vsYesterday?.eur).toBeCloseTo(0.01, 12)
  })

  test('of the score is the block where it was highest', () => {
    const yesterday = [50, 50, 50, 50, 50, 90, 90, 50]
    const { baselines } = planned(createPlanRequest(createWindow(prices), { yesterday, objective: 'score' }))
    expect(slotsOfPlan(baselines.yesterday)).toEqual([5, 6])
  })

  test('is null when yesterday is unknown', () => {
    const { baselines, savings } = planned(createPlanRequest(createWindow(prices)))
    expect([baselines.yesterday, savings.vsYesterday]).toEqual([null, null])
  })
})

test('there are at most three alternatives, each the best that shares no quarter-hour with those before it', () => {
  const { alternatives } = planned(createPlanRequest(createWindow([...prices, 80, 81])))
  expect(alternatives.map(slotsOfPlan)).toEqual([
    [4, 5],
    [6, 7],
    [8, 9],
  ])
})

describe('waiting', () => {
  const withErrors = (errors: readonly number[][], changes: Partial<PlanRequest> = {}): LoadPlan => {
    const slots = createWindow([50, 50, 40, 40])
    const cost = buildErrorPaths([0.05, 0.05, 0.04, 0.04], errors, 'difference')
    return planned(createPlanRequest(slots, { paths: { cost, carbon: null, score: null }, ...changes }))
  }
  const none = [0, 0, 0, 0]
  const wrong = [0, 0, 0.05, 0.05]

  test('is recommended from a probability of 0.6', () => {
    expect(withErrors([none, none, none, wrong, wrong])).toMatchObject({
      probabilityBetterThanNow: 0.6,
      worthWaiting: true,
    })
    expect(withErrors([none, none, wrong, wrong])).toMatchObject({ probabilityBetterThanNow: 0.5, worthWaiting: false })
  })

  test('is not recommended for less than 3 %, however certain', () => {
    const cost = buildErrorPaths([0.05, 0.05, 0.049, 0.049], [none], 'difference')
    const small = planned(
      createPlanRequest(createWindow([50, 50, 49, 49]), { paths: { cost, carbon: null, score: null } }),
    )
    expect(small).toMatchObject({ probabilityBetterThanNow: 1, worthWaiting: false })
  })

  test('for the score is recommended from 3 points, and a higher score is better', () => {
    const score = buildErrorPaths([50, 50, 60, 60], [none], 'difference')
    const slots = createWindow([50, 50, 40, 40])
    const paths = { cost: null, carbon: null, score }
    expect(planned(createPlanRequest(slots, { objective: 'score', paths }))).toMatchObject({
      probabilityBetterThanNow: 1,
      worthWaiting: true,
    })
  })

  test('has a cost band from the error paths, per kWh of each quarter-hour', () => {
    const { plan } = withErrors([none, wrong])
    expect(plan.cost?.low).toBeCloseTo(0.04 + 0.1 * 0.05, 12)
    expect(plan.cost?.high).toBeCloseTo(0.04 + 0.9 * 0.05, 12)
  })
})

test('a plan is recomputed at the first update before its last segment begins, and is final after that', () => {
  const slots = createWindow(prices)
  const { plan } = planned(createPlanRequest(slots))
  const minute = 60_000
  expect(computeRecomputeAfterMs(plan, slots, noonMs, [noonMs + 20 * minute, noonMs + 10 * minute])).toBe(
    noonMs + 10 * minute,
  )
  expect(computeRecomputeAfterMs(plan, slots, noonMs, [noonMs, noonMs + 30 * minute])).toBeNull()
})
