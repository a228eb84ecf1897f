import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../../time/instant.ts'
import { type AnalogInputs, computeAnalogIssue, emissionRules } from '../analog-forecast.ts'
import type { CorrectionInputs } from '../forecast-issue.ts'
import { createMadeUpInputs } from '../testing/made-up-past.ts'
import { alignWindAndSun } from './align-inputs.ts'
import type { LearntErrors } from './learnt-errors.ts'
import { computeRefinedIssue, correctIntensity, firstRefinements } from './refined-issue.ts'
import { buildRidgeTerms } from './residual-ridge.ts'

const now = Temporal.Instant.from('2026-02-03T12:20:00Z')
const inputs = createMadeUpInputs(now)
const hours = 72

/** The made-up past with forecasts of wind and sun that are published an hour early. */
const early: AnalogInputs = {
  ...inputs,
  windAndSun: {
    ...inputs.windAndSun,
    windOnshore: {
      ...inputs.windAndSun.windOnshore,
      byHour: { get: (startMs) => inputs.windAndSun.windOnshore.byHour.get(startMs + hourMs) },
    },
  },
}

describe('re-aligned inputs', () => {
  const aligned = alignWindAndSun(early, now, hours)

  test('have each series of wind and sun read by its own lag and scale, and nothing else changed', () => {
    const at = Temporal.Instant.from('2026-02-03T15:00:00Z').epochMilliseconds
    const came = inputs.windAndSun.windOnshore.byHour.get(at) ?? Number.NaN
    const corrected = aligned.windAndSun.windOnshore.byHour.get(at) ?? Number.NaN
    // The made-up wind came 5 % higher than it was forecast, the sun 5 % lower.
    expect(corrected / came).toBeCloseTo(1 + 0.7 * 0.05, 3)
    const sun = inputs.windAndSun.solar.byHour.get(at) ?? Number.NaN
    expect((aligned.windAndSun.solar.byHour.get(at) ?? Number.NaN) / sun).toBeCloseTo(1 - 0.7 * 0.05, 3)
    expect(aligned.windAndSun.windOffshore.byHour.get(at)).toBeUndefined()
    expect(aligned.windAndSun.solar.publishedUntilMs).toBe(inputs.windAndSun.solar.publishedUntilMs)
    expect({ ...aligned, windAndSun: null }).toEqual({ ...early, windAndSun: null })
  })

  test('do not read generation that was not known', () => {
    // Forecasts of the days to come have a history that is not over.
    const ahead = createMadeUpInputs(now, { weatherDays: 4 })
    const { mwByType, knownUntilMs } = ahead.generation
    const peeking = (type: string) => ({
      get: (startMs: number) => (startMs < knownUntilMs ? mwByType[type]?.get(startMs) : 1e6),
    })
    const mw = Object.fromEntries(Object.keys(mwByType).map((type) => [type, peeking(type)]))
    const [known, peeked] = [
      alignWindAndSun(ahead, now, hours),
      alignWindAndSun({ ...ahead, generation: { mwByType: mw, knownUntilMs } }, now, hours),
    ]
    for (let hour = -24; hour <= hours; hour += 1) {
      const startMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs + hour * hourMs
      const at = (of: AnalogInputs) => of.windAndSun.windOnshore.byHour.get(startMs) ?? Number.NaN
      expect(at(peeked)).toBe(at(known))
      expect(at(known)).not.toBeNaN()
    }
  })

  test('are the same for a shorter horizon', () => {
    const shorter = alignWindAndSun(early, now, 24)
    for (let hour = -700; hour < 24; hour += 1) {
      const startMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs + hour * hourMs
      const { solar } = shorter.windAndSun
      expect(solar.byHour.get(startMs)).toBe(aligned.windAndSun.solar.byHour.get(startMs))
    }
  })
})

describe('a corrected intensity', () => {
  const of: CorrectionInputs = {
    uncorrected: 40,
    residualMw: 48_000,
    windMw: 1_000,
    solarMw: null,
    priceEurPerMwh: 100,
    sameHour: 44,
    recentError: 0.1,
    hourBias: 0.2,
  }
  const coefficients = [0.01, -0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09]

  test('takes 30 % of the ridge and 15 % of the hour bias', () => {
    const ridge = buildRidgeTerms(of).reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0)
    expect(correctIntensity(of, coefficients, 6)).toBeCloseTo(40 * Math.exp(0.3 * ridge + 0.15 * 0.2), 12)
    expect(correctIntensity(of, null, 6)).toBeCloseTo(40 * Math.exp(0.15 * 0.2), 12)
    expect(correctIntensity({ ...of, hourBias: null }, null, 6)).toBe(40)
  })

  test('has the hour bias up to 48 hours ahead, and only the ridge beyond', () => {
    expect(correctIntensity(of, null, 48)).toBeGreaterThan(40)
    expect(correctIntensity(of, null, 49)).toBe(40)
    expect(correctIntensity(of, coefficients, 49)).not.toBe(40)
  })

  test('stays uncorrected where the correction is no finite number, and stays 0 g', () => {
    expect(correctIntensity(of, [Number.NaN], 6)).toBe(40)
    expect(correctIntensity({ ...of, hourBias: 1e5 }, null, 6)).toBe(40)
    expect(correctIntensity({ ...of, uncorrected: 0 }, coefficients, 6)).toBe(0)
  })
})

describe('a refined issue', () => {
  const learnt: LearntErrors = {
    lifeCycle: {
      coefficients: [[0.2], null, null, null, null, null, [0.3], null],
      recentErrors: Array.from({ length: 73 }, (_, lead) => 0.01 * lead),
      hourBiases: Array.from({ length: 73 }, (_, lead) => (lead === 5 ? null : 0.1)),
    },
    direct: { coefficients: [], recentErrors: [], hourBiases: [] },
  }
  const refined = computeRefinedIssue(early, now, hours, { isAligned: true, learnt })
  const analog = computeAnalogIssue(alignWindAndSun(early, now, hours), now, hours)

  test('corrects each factor set by its own errors, bucket and lead, and neither mix nor spread', () => {
    for (const [lead, hour] of (refined?.hours ?? []).entries()) {
      const uncorrected = analog?.hours[lead]
      if (uncorrected === undefined) throw new Error('the issues have different hours')
      const ridge = lead <= 3 ? 0.2 : lead >= 49 && lead <= 60 ? 0.3 : 0
      const bias = lead === 5 || lead > 48 ? 0 : 0.1
      const expected = (uncorrected.carbon.lifeCycle?.gCo2eqPerKwh ?? 0) * Math.exp(0.3 * ridge + 0.15 * bias)
      expect(hour.carbon.lifeCycle?.gCo2eqPerKwh).toBeCloseTo(expected, 10)
      expect(hour.carbon.lifeCycle?.spread).toBe(uncorrected.carbon.lifeCycle?.spread ?? Number.NaN)
      expect({ ...hour, carbon: hour.carbon.direct, corrections: null }).toEqual({
        ...uncorrected,
        carbon: uncorrected.carbon.direct,
        corrections: null,
      })
    }
    expect(refined?.hours).toHaveLength(hours + 1)
  })

  test('tells what each correction rests on: the archive of the issue teaches the next ones with it', () => {
    const hour = refined?.hours[30]
    const uncorrected = analog?.hours[30]
    const { loadMw, windMw, solarMw, priceEurPerMwh } = uncorrected ?? {}
    expect(hour?.corrections.lifeCycle).toEqual({
      uncorrected: uncorrected?.carbon.lifeCycle?.gCo2eqPerKwh ?? Number.NaN,
      residualMw: (loadMw ?? Number.NaN) - (windMw ?? Number.NaN) - (solarMw ?? Number.NaN),
      windMw: windMw ?? Number.NaN,
      solarMw: solarMw ?? Number.NaN,
      priceEurPerMwh: priceEurPerMwh ?? Number.NaN,
      sameHour: hour?.corrections.lifeCycle?.sameHour ?? Number.NaN,
      recentError: 0.3,
      hourBias: 0.1,
    })
    expect(hour?.corrections.direct).toMatchObject({ recentError: null, hourBias: null })
  })

  test('compares an hour with the same Paris hour of the newest known day', () => {
    // 19:00 of 3 February has not come, so that 19:00 of the 2nd is the newest; 12:00 had not ended either.
    const sameHourAt = (lead: number) => refined?.hours[lead]?.corrections.lifeCycle?.sameHour ?? Number.NaN
    expect(sameHourAt(7)).toBe(sameHourAt(31))
    expect(sameHourAt(31)).toBe(sameHourAt(55))
    const nuclear = (startMs: number) => inputs.generation.mwByType['NUCLEAR']?.get(startMs) ?? Number.NaN
    expect(nuclear(Temporal.Instant.from('2026-02-02T19:00:00Z').epochMilliseconds)).toBeGreaterThan(0)
    const without = computeRefinedIssue(
      {
        ...early,
        generation: {
          ...early.generation,
          mwByType: {
            ...early.generation.mwByType,
            NUCLEAR: {
              get: (startMs) =>
                startMs === Temporal.Instant.from('2026-02-02T19:00:00Z').epochMilliseconds
                  ? undefined
                  : nuclear(startMs),
            },
          },
        },
      },
      now,
      hours,
      { isAligned: true, learnt },
    )
    expect(without?.hours[7]?.corrections.lifeCycle?.sameHour).toBeNull()
    expect(without?.hours[8]?.corrections.lifeCycle?.sameHour).toBe(sameHourAt(8))
  })

  test('of a first installation is the analog mix of the re-aligned forecasts', () => {
    const first = computeRefinedIssue(early, now, hours, firstRefinements)
    expect(first?.hours.map(({ corrections: _, ...hour }) => hour)).toEqual(analog?.hours ?? [])
  })

  test('without refinements is the issue of version 2', () => {
    const second = computeRefinedIssue(early, now, hours, null)
    expect(second?.hours.map(({ corrections: _, ...hour }) => hour)).toEqual(
      computeAnalogIssue(early, now, hours)?.hours ?? [],
    )
    for (const { corrections } of second?.hours ?? [])
      for (const rule of emissionRules) expect(corrections[rule]).toBeNull()
  })
})
