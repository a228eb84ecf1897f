import { describe, expect, test } from 'bun:test'
import { composeDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import type { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import * as v from 'valibot'
import { createView } from '../texts/view.ts'
import { renderHoursParts } from '../view/hours-parts.ts'
import { makeDefaultChoice } from './choice.ts'
import { planParts } from './plan-parts.ts'

const snapshot = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)
const slots = 96
/** A repeatable row of prices with every kind of fraction. */
const prices = Array.from({ length: slots }, (_, slot) => ((slot * 48_271) % 19_997) / 100 - 20)

/** A dashboard whose prices are estimates from this quarter-hour on; an hour has one estimate. */
function dashboardWith(firstEstimate: number, shift = 0) {
  const eurPerMwh = prices.map(
    (_, slot) => prices[((slot < firstEstimate ? slot : slot - (slot % 4)) + shift) % slots] ?? 0,
  )
  const none = prices.map(() => null)
  const outlook: DashboardOutlook = {
    ...{ issuedAt: '2026-02-03T18:00:00Z', start: '2026-02-03T19:00:00Z' },
    ...{ gCo2PerKwh: prices.map((price) => 40 + price / 7), gCo2PerKwhLow: none, gCo2PerKwhHigh: none },
    ...{ eurPerMwh, eurPerMwhLow: none, eurPerMwhHigh: none },
    priceBasis: prices.map((_, slot) => (slot < firstEstimate ? 'auction' : 'estimate')),
    ...{ score: none, scoreLow: none, scoreHigh: none, windMw: none, solarMw: none },
  }
  const hours = snapshot.hours.map((hour, index) => ({
    ...hour,
    spotPriceEurPerMWh: index * 4 < firstEstimate ? hour.spotPriceEurPerMWh : null,
  }))
  return composeDashboard({ ...snapshot, outlook, hours }, Temporal.Instant.from('2026-02-03T18:30:00Z'))
}

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[ \n]+/g, ' ')

describe('a price beyond the auction is called an estimate', () => {
  const words = { fr: 'prix estimé', en: 'estimated price' } as const

  test.each(['fr', 'en'] as const)('in the table, in the picture and next to a cost (%s)', (language) => {
    const view = createView(language)
    const [estimated, auctioned] = [dashboardWith(8), dashboardWith(slots)]
    const table = renderHoursParts(estimated, nationalWeights, view).hours.markup
    const rows = [...table.matchAll(/<tr data-time=.*?<\/tr>/gs)].map(([row]) => textOf(row))
    expect(rows.map((row) => row.includes(words[language]))).toEqual([false, false, true])
    // The table shows the very estimate that the plan is made of.
    expect(rows[2]).toContain(view.format.quantity(estimated.outlook?.eurPerMwh[8] ?? 0, 2, '€/MWh'))
    expect(renderHoursParts(auctioned, nationalWeights, view).hours.markup).not.toContain(words[language])
    for (const [dashboard, isEstimated] of [
      [dashboardWith(0), true],
      [auctioned, false],
    ] as const) {
      const { answer, outlook } = planParts(dashboard, makeDefaultChoice('dishwasher'), view)
      expect(textOf(answer.markup.match(/<dl.*<\/dl>/s)?.[0] ?? '').includes(words[language])).toBe(isEstimated)
      expect(outlook.markup.includes(words[language])).toBe(isEstimated)
    }
  })

  test('unless it is unknown: then it is called unknown', () => {
    const markup = renderHoursParts({ ...dashboardWith(8), outlook: null }, nationalWeights, createView('fr')).hours
      .markup
    expect(markup).not.toContain('prix estimé')
    expect(markup).toContain('inconnu')
  })
})

test('the shown saving is the difference of the two shown costs', () => {
  const figures = (text: string): number[] =>
    [...text.matchAll(/−?\d+\.\d\d/g)].map(([figure]) => Number(figure.replace('−', '-')))
  let compared = 0
  for (let shift = 0; shift < slots; shift += 1) {
    const { answer } = planParts(dashboardWith(slots, shift), makeDefaultChoice('dishwasher'), createView('en'))
    const [saved, of, now] = figures(textOf(answer.markup.match(/id="plan-cost">.*?<\/div>/s)?.[0] ?? ''))
    if (saved === undefined || of === undefined || now === undefined) continue
    compared += 1
    expect([shift, Math.abs(Math.round((now - of) * 100))]).toEqual([shift, Math.round(saved * 100)])
    const sentence = textOf(answer.markup.match(/id="plan-sentence">.*?<\/p>/s)?.[0] ?? '')
    expect(figures(sentence)).toContain(saved)
  }
  expect(compared).toBeGreaterThan(30)
})
