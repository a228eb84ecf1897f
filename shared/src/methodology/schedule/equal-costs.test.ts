import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { computeHonestChance } from './honest-chance.ts'
import { listSlots } from './optimise.ts'
import { composePlanAdvice } from './plan-advice.ts'
import type { PlanFigures, PlanSlot } from './plan-figures.ts'
import { type LoadPlan, type PlanRequest, planLoad } from './plan-load.ts'
import { createPlanRequest, createWindow, noonMs } from './testing/made-up-window.ts'
import { buildErrorPaths } from './value-paths.ts'

const load = { slots: 2, powerKW: 20, energyKWh: 10 }

/** A window with these prices, EUR/kWh, and intensities, g/kWh; null = unknown. */
function createTiedWindow(eurPerKwh: readonly number[], gCo2PerKwh: readonly (number | null)[]): PlanSlot[] {
  return createWindow(eurPerKwh.map(() => 0)).map((slot, index) => {
    const price = eurPerKwh[index] ?? 0
    const grams = gCo2PerKwh[index] ?? null
    return {
      ...slot,
      price: {
        eurPerKwh: price,
        low: price,
        high: price,
        basis: 'regulated' as const,
        certainty: 'confirmed' as const,
      },
      gCo2PerKwh: grams === null ? null : { central: grams, low: grams - 1, high: grams + 1 },
    }
  })
}

function plan(request: PlanRequest): LoadPlan {
  const result = planLoad(request)
  if (!result.isFeasible) throw new Error('not feasible')
  return result
}

const slotsOf = (figures: PlanFigures | null) => figures && listSlots(figures.segments)

function advise(request: PlanRequest, language: 'fr' | 'en' = 'fr'): string {
  const days = { today: '2026-03-02', tomorrow: '2026-03-03' }
  const asked = { slots: request.slots, objective: request.objective, tariff: 'hphc', arePathsShipped: false } as const
  return composePlanAdvice({ result: plan(request), ...asked, ...days, nowMs: noonMs }, language).replace(
    /[\u00a0\u202f]/g,
    ' ',
  )
}

const base = 0.2
/** A contract with one price, and the least emissions in the third and fourth quarter-hour: 181 g less than at once. */
const flat = createTiedWindow([base, base, base, base, base], [50, 50, 31.9, 31.9, 40])
const flatPaths = (errors: readonly number[][]) => ({
  cost: buildErrorPaths(
    flat.map(() => base),
    [[0, 0, 0, 0, 0]],
    'difference',
  ),
  carbon: buildErrorPaths([50, 50, 31.9, 31.9, 40], errors, 'difference'),
  score: null,
})
const right = Array.from({ length: 30 }, () => [0, 0, 0, 0, 0])

describe('a contract whose price is the same throughout the window', () => {
  const request = createPlanRequest(flat, { load, paths: flatPaths(right), yesterday: [1, 1, 1, 1, 1] })

  test('is answered with the plan that emits least, and with the dirtiest as the worst', () => {
    const { plan: best, baselines, isCostFlat } = plan(request)
    expect(slotsOf(best)).toEqual([2, 3])
    expect(slotsOf(baselines.worst)).toEqual([0, 1])
    expect(isCostFlat).toBe(true)
  })

  test('does not say that emissions decide where none is known', () => {
    const unknown = createTiedWindow([base, base, base, base, base], [null, null, null, null, null])
    for (const tieBreak of ['early', 'late'] as const) {
      const request = { ...createPlanRequest(unknown, { load }), tieBreak }
      expect(advise(request)).toMatch(/le prix est le même pendant toute la période ;/)
      expect(advise(request, 'en')).not.toContain('decide')
    }
  })

  test('has its percentage, probability and worth of waiting by carbon', () => {
    const result = plan(request)
    expect(result.comparedBy).toBe('carbon')
    expect(result.savings.vsNow.eur).toBe(0)
    expect(result.savings.vsNow.pct).toBeCloseTo((100 * 18.1) / 50, 9)
    expect(result.probabilityBetterThanNow).toBe(computeHonestChance(1, 30))
    expect(result.worthWaiting).toBe(true)
  })

  test('does not advise to wait for less than 3 % of the emissions', () => {
    const nearly = createPlanRequest(createTiedWindow([base, base, base, base], [50, 50, 49, 49]), {
      load,
      paths: flatPaths(right),
    })
    expect(slotsOf(plan(nearly).plan)).toEqual([2, 3])
    expect(plan(nearly).worthWaiting).toBe(false)
  })

  test('is compared with the hours that emitted least yesterday, and with none where these are unknown', () => {
    const known = plan({ ...request, yesterdayGCo2PerKwh: [9, 9, 9, 1, 1] })
    expect(slotsOf(known.baselines.yesterday)).toEqual([3, 4])
    expect(known.savings.vsYesterday?.pct).toBeCloseTo((100 * (35.95 - 31.9)) / 35.95, 9)
    expect(plan(request).baselines.yesterday).toBeNull()
  })

  test('is advised with the grams and without euros, and the advice says that the price is the same', () => {
    expect(advise(request)).toBe(
      'Démarrez à 12 h 30 plutôt que tout de suite : même prix, 181 g de CO₂ de moins (90 % de chances d’y gagner) ; le prix est le même pendant toute la période, ce sont donc les émissions de CO₂ qui décident.',
    )
    expect(advise(request, 'en')).toBe(
      'Start at 12:30 rather than at once: same price, 181 g of CO₂ less (90% chance of a gain); the price is the same throughout the period, so CO₂ emissions decide.',
    )
  })

  test('says so too where starting at once emits least', () => {
    const now = createPlanRequest(createTiedWindow([base, base, base], [10, 10, 30]), { load })
    expect(advise(now, 'en')).toBe(
      'Start at once: no slot is better until 12:45 (2.00 €, 100 g of CO₂); the price is the same throughout the period, so CO₂ emissions decide.',
    )
  })
})

describe('plans of equal cost among dearer ones', () => {
  /** Dear at noon, cheap from 12:30 on, and clean at 13:00. */
  const prices = [0.27, 0.27, base, base, base, base, base]
  const offPeak = createPlanRequest(createTiedWindow(prices, [50, 50, 50, 50, 31.9, 31.9, 60]), { load })

  test('are chosen by the least emissions, not by the first start', () => {
    const result = plan(offPeak)
    expect(slotsOf(result.plan)).toEqual([4, 5])
    expect(slotsOf(result.sameCost)).toEqual([2, 3])
    expect(result).toMatchObject({ isCostFlat: false, comparedBy: 'cost' })
  })

  test('are told from each other in the advice', () => {
    expect(advise(offPeak)).toBe(
      'Démarrez à 13 h plutôt que tout de suite : 0,70 € et 181 g de CO₂ de moins ; même prix qu’à 12 h 30, 181 g de CO₂ de moins.',
    )
    expect(advise(offPeak, 'en')).toEndWith('; same price as at 12:30, 181 g of CO₂ less.')
  })

  test('are compared by carbon with starting at once where that costs the same', () => {
    const cheapNow = createPlanRequest(createTiedWindow([base, base, base, base, 0.27], [50, 50, 31.9, 31.9, 5]), {
      load,
    })
    expect(plan(cheapNow)).toMatchObject({ isCostFlat: false, comparedBy: 'carbon' })
    expect(plan(cheapNow).savings.vsNow.pct).toBeCloseTo((100 * 18.1) / 50, 9)
    expect(advise(cheapNow)).toBe('Démarrez à 12 h 30 plutôt que tout de suite : même prix, 181 g de CO₂ de moins.')
  })

  test('never include a dearer plan, however clean', () => {
    const clean = createPlanRequest(createTiedWindow([0.2, 0.2, 0.2000002, 0.2000002], [90, 90, 1, 1]), { load })
    expect(slotsOf(plan(clean).plan)).toEqual([0, 1])
  })

  test('include those whose quarter-hours have means of two prices by the minutes', () => {
    const [dear, cheap] = [0.27004, 0.20687]
    const mixed = (dear + 2 * cheap) / 3
    const slots = createTiedWindow([dear, cheap, cheap, 1, mixed, mixed, mixed], [50, 50, 50, 0, 40, 40, 40])
    const request = createPlanRequest(slots, { load: { slots: 3, powerKW: 4, energyKWh: 3 } })
    expect(slotsOf(plan(request).plan)).toEqual([4, 5, 6])
  })

  test('keep to known emissions, and to the order of time where none is known', () => {
    const partly = createTiedWindow([base, base, base, base, base], [null, null, 80, 80, null])
    expect(slotsOf(plan(createPlanRequest(partly, { load })).plan)).toEqual([2, 3])
    const unknown = createPlanRequest(createTiedWindow([0.3, base, base, base], [null, null, null, null]), { load })
    expect(slotsOf(plan(unknown).plan)).toEqual([1, 2])
    expect(slotsOf(plan({ ...unknown, tieBreak: 'late' }).plan)).toEqual([2, 3])
    expect(plan(unknown)).toMatchObject({ comparedBy: 'cost', sameCost: null })
  })

  test('by a prudent estimate are chosen by the p90 of the emissions', () => {
    const slots = createTiedWindow([base, base, base, base], [40, 40, 38, 38]).map((slot, index) => ({
      ...slot,
      gCo2PerKwh: slot.gCo2PerKwh && { ...slot.gCo2PerKwh, high: index < 2 ? 45 : 80 },
    }))
    expect(slotsOf(plan(createPlanRequest(slots, { load })).plan)).toEqual([2, 3])
    expect(slotsOf(plan(createPlanRequest(slots, { load, estimate: 'prudent' })).plan)).toEqual([0, 1])
  })
})

/** Cheapest, then cleanest, then first of all plans of a small window, in floating-point numbers: costs within 1e-9 EUR are equal. */
function searchAllPlans({ slots, maxSegments, minOnSlots, load: asked, tieBreak }: PlanRequest): number[] {
  const plans = Array.from({ length: 2 ** slots.length }, (_, set) =>
    slots.map((_, slot) => slot).filter((slot) => (set >> slot) % 2 === 1),
  ).filter((chosen) => {
    const starts = chosen.filter((slot, index) => chosen[index - 1] !== slot - 1)
    const runs = starts.map((start) => {
      const after = slots.findIndex((_, slot) => slot > start && !chosen.includes(slot))
      return (after === -1 ? slots.length : after) - start
    })
    return (
      chosen.length === asked.slots &&
      runs.length <= maxSegments &&
      runs.every((run) => run >= Math.min(minOnSlots, asked.slots))
    )
  })
  const keepLeast = (of: (chosen: number[]) => number, within: number) => (from: number[][]) => {
    const least = Math.min(...from.map(of))
    return from.filter((chosen) => of(chosen) - least <= within)
  }
  const kWh = asked.energyKWh / asked.slots
  const sum = (chosen: number[], of: (slot: PlanSlot | undefined) => number) =>
    chosen.reduce((total, slot) => total + of(slots[slot]), 0)
  const cheapest = keepLeast((chosen) => kWh * sum(chosen, (slot) => slot?.price?.eurPerKwh ?? 0), 1e-9)(plans)
  const cleanest = keepLeast((chosen) => sum(chosen, (slot) => slot?.gCo2PerKwh?.central ?? 0), 1e-6)(cheapest)
  const pad = (slot: number) => String(slot).padStart(2, '0')
  const ordered = cleanest.toSorted((a, b) => {
    const [first, second] = tieBreak === 'early' ? [a, b] : [b.toReversed(), a.toReversed()]
    return first.map(pad).join() < second.map(pad).join() ? -1 : 1
  })
  return ordered[0] ?? []
}

test('the plan is that of a search through all plans, also where a quarter-hour has a mean of two prices', () => {
  const [dear, cheap] = [0.27004, 0.20687]
  const price = fc.constantFrom(
    dear,
    cheap,
    (7 * dear + 8 * cheap) / 15,
    (8 * dear + 7 * cheap) / 15,
    (dear + 2 * cheap) / 3,
  )
  const request = fc
    .record({
      slots: fc.array(fc.tuple(price, fc.constantFrom(20, 20, 30, 41.37)), { minLength: 3, maxLength: 9 }),
      loadSlots: fc.integer({ min: 1, max: 3 }),
      energyKWh: fc.constantFrom(1, 3.7, 30),
      maxSegments: fc.integer({ min: 1, max: 3 }),
      minOnSlots: fc.integer({ min: 1, max: 2 }),
      tieBreak: fc.constantFrom('early' as const, 'late' as const),
    })
    .map(({ slots, loadSlots, energyKWh, ...changes }) =>
      createPlanRequest(
        createTiedWindow(
          slots.map(([eurPerKwh]) => eurPerKwh),
          slots.map(([, grams]) => grams),
        ),
        { ...changes, load: { slots: loadSlots, powerKW: (energyKWh * 4) / loadSlots, energyKWh } },
      ),
    )
  fc.assert(
    fc.property(request, (asked) => {
      expect(slotsOf(plan(asked).plan)).toEqual(searchAllPlans(asked))
    }),
    { numRuns: 3_000 },
  )
})
