import { describe, expect, test } from 'bun:test'
import { choosePills } from './land/pills.ts'
import { renderMoons } from './land/sun-and-moon.ts'
import { renderLandscape } from './landscape-part.ts'
import { placeTenseWords } from './picture/tense-hours.ts'
import type { LandscapeInput } from './prepare-landscape.ts'
import { makeSampleInput, usualSample } from './testing/sample-input.ts'
import { englishLandscape } from './texts/english.ts'
import { frenchLandscape } from './texts/french.ts'
import { listHours } from './window/hours.ts'

const count = (markup: string, part: string): number => markup.split(part).length - 1

/** The sample with its plan in other pieces. */
function splitPlan(input: LandscapeInput, segments: readonly { first: number; slots: number }[]): LandscapeInput {
  const { result } = input.plan
  if (!result.isFeasible) throw new Error('the sample has a plan')
  return { ...input, plan: { ...input.plan, result: { ...result, plan: { ...result.plan, segments } } } }
}

test.each([frenchLandscape, englishLandscape])('the last hour of a forecast is named in the singular', (texts) => {
  expect(texts.heading(48)).toContain('48')
  expect([texts.heading(1), texts.table.caption(1)].join()).not.toMatch(/1|heures|hours/)
})

describe('the landscape', () => {
  test('stands with the value of the framed hour in the middle of the frame, and names its scale once at the left edge', () => {
    const input = makeSampleInput(usualSample)
    const [pill] = choosePills(input.plan.slots)
    const first = Math.floor(pill?.slot ?? 0) - 2
    const { markup } = renderLandscape(splitPlan(input, [{ first, slots: 8 }]))
    const framed = [...markup.matchAll(/class="pill[^"]*" x="([\d.]+)%"/g)]
      .map(([, x]) => (Number(x) * input.plan.slots.length) / 100)
      .filter((slot) => slot > first && slot < first + 8)
    expect(new Set(framed.map(Math.round))).toEqual(new Set([first + 4]))
    const names = [...markup.matchAll(/class="scale-name[^"]*" x="([\d.]+%)"/g)].map(([, x]) => x)
    expect(names).toEqual(['0%', '0%', '0%'].slice(0, names.length))
    expect(names.length).toBeGreaterThan(1)
    const atLeft = renderLandscape(splitPlan(input, [{ first: 2, slots: 8 }])).markup
    expect(
      new Set(atLeft.match(/class="scale-name[^"]*" x="[\d.]+%"/g)?.map((name) => name.replace(/.* /, ''))),
    ).toEqual(new Set(['x="5.21%"']))
  })

  test('names tense hours in short on narrow screens, where sun and moon give way to the words', () => {
    const input = makeSampleInput(usualSample)
    const { slots } = input.plan
    const tense = slots.map(({ minuteOfDay }) => (minuteOfDay < 4 * 60 ? ('TresTendu' as const) : null))
    const words = placeTenseWords(tense, input.view).filter(({ middle }) => middle > 20 && middle < 60)
    expect(words.map(({ text, hidden }) => [text, hidden])).toEqual([
      ['! EcoWatt très tendu', 'not-small not-narrow'],
      ['! très tendu', 'not-wide not-middle'],
    ])
    const moons = renderMoons({ slots, words }).map(({ markup }) => markup.match(/class="([^"]*)"/)?.[1])
    expect(moons[0]).toBe('moon not-wide not-middle not-small not-narrow')
  })

  test('has a frame for each piece of a load, a flag on the first, and no frame that moves where there are several', () => {
    const whole = renderLandscape(makeSampleInput(usualSample)).markup
    expect([count(whole, 'class="pane"'), count(whole, 'role="slider"')]).toEqual([1, 1])
    const pieces = [10, 40, 90].map((first) => ({ first, slots: 4 }))
    const split = renderLandscape(splitPlan(makeSampleInput(usualSample), pieces)).markup
    expect([count(split, 'class="pane"'), count(split, 'role="slider"'), count(split, 'class="flag"')]).toEqual([
      3, 0, 1,
    ])
    expect(split).toContain('Meilleur créneau, en 3 fois')
    expect(split.replaceAll(/[\s\u00a0\u202f\u2060]+/g, ' ')).toContain(
      '<dd>21 h – 22 h, 4 h 30 – 5 h 30 et 17 h – 18 h</dd>',
    )
  })

  test('shows the moved frame in the place of the plan, and says whose start it is', () => {
    const input = makeSampleInput(usualSample)
    const moved = renderLandscape({ ...input, frameStart: 100 }).markup
    expect(moved).toContain('aria-valuenow="100" aria-valuetext="start 100"')
    expect(moved).toContain('<dt>Votre créneau</dt>')
    expect(renderLandscape(input).markup).toContain('<dt>Meilleur créneau</dt>')
  })

  test('has no frame where no plan is possible, and shows the first hour instead', () => {
    const input = makeSampleInput(usualSample)
    const result = { isFeasible: false, slots: 4, windowSlots: 2, usableSlots: 2 } as const
    const { markup } = renderLandscape({ ...input, plan: { ...input.plan, result } })
    expect([count(markup, 'class="pane"'), count(markup, '<dt>Prochaine heure</dt>')]).toEqual([0, 1])
  })

  test('calls the price of a Tempo day without a published colour estimated, by no colour', () => {
    const input = makeSampleInput({ ...usualSample, tariff: 'tempo' })
    const known = input.plan.slots[0]?.price ?? null
    const expected = known && { ...known, eurPerKwh: 0.44, basis: 'expected' as const }
    const slots = input.plan.slots.map((slot) =>
      slot.tariffDate === '2026-10-15' ? { ...slot, price: expected } : slot,
    )
    const probabilities = { blue: 0.2, white: 0.2, red: 0.6 }
    const colors = [...input.colors, { date: '2026-10-15', color: null, probabilities }]
    const { markup } = renderLandscape({ ...input, colors, plan: { ...input.plan, slots } })
    expect(markup).toMatch(/44\sct<tspan class="name[^"]*"> estimé<\/tspan>/)
    expect(markup).not.toMatch(/44\sct<tspan class="name[^"]*"> rouge/)
  })

  test('hatches the quiet hours and marks the hours of a tense grid', () => {
    const input = makeSampleInput(usualSample)
    const isQuiet = input.plan.slots.map(({ minuteOfDay }) => minuteOfDay >= 22 * 60 || minuteOfDay < 7 * 60)
    const { markup } = renderLandscape({ ...input, plan: { ...input.plan, isQuiet } })
    expect(count(markup, 'fill="url(#land-quiet)"')).toBe(2)
    expect(count(markup, '<rect class="tense Tendu"')).toBe(3)
  })

  test('is drawn without bell and without sun label where no solar power is forecast', () => {
    const { markup } = renderLandscape({ ...makeSampleInput(usualSample), solarMw: [] })
    expect([count(markup, 'land-bell'), count(markup, 'GW'), count(markup, 'class="disc"')]).toEqual([0, 1, 2])
  })

  test('is at most 8 kB of compressed HTML without its table for 48 hours', () => {
    const { markup } = renderLandscape(makeSampleInput({ ...usualSample, tariff: 'spot' }))
    const picture = markup.slice(0, markup.indexOf('<details'))
    expect(Bun.gzipSync(Buffer.from(picture)).length).toBeLessThan(8_000)
  })

  test('names no score, intensity or price where they are unknown, and keeps the sky', () => {
    const input = makeSampleInput(usualSample)
    const slots = input.plan.slots.map((slot) => ({ ...slot, score: null, gCo2PerKwh: null, price: null }))
    const { markup } = renderLandscape({ ...input, plan: { ...input.plan, slots } })
    expect(markup).toContain('CO₂ par kWh inconnu.')
    expect(markup).toContain('land-horizon')
    expect(markup).not.toMatch(/>0.g</)
    expect(count(markup, '<td>–</td>')).toBe(4 * listHours(slots).length)
  })

  test('without a forecast has the sky and the usual hours of six weeks, in place of a picture', () => {
    const { view, plan } = makeSampleInput(usualSample)
    const heatMap = Array.from({ length: 14 }, (_, day) => ({
      date: `2026-10-${String(day + 1).padStart(2, '0')}`,
      firstHour: new Date(Date.UTC(2026, 8, 30 + day, 22)).toISOString(),
      scores: Array.from({ length: 24 }, (_, hour) => (hour >= 2 && hour < 5 ? 90 : hour >= 18 && hour < 21 ? 20 : 60)),
    }))
    const { markup } = renderLandscape({ plan: null, nowMs: plan.nowMs, heatMap, view })
    expect(markup).toContain('Pas de prévision en ce moment')
    expect(markup).toMatch(/entre 2\sh et 5\sh, les moins bonnes entre 18\sh et 21\sh/)
    expect(renderLandscape({ plan: null, nowMs: plan.nowMs, heatMap: heatMap.slice(0, 3), view }).markup).not.toContain(
      'entre',
    )
  })
})
