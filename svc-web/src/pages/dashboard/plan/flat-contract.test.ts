import { expect, test } from 'bun:test'
import { composeDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import type { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import * as v from 'valibot'
import { createView } from '../texts/view.ts'
import { makeDefaultChoice } from './choice.ts'
import { planParts } from './plan-parts.ts'

const slots = 96
const none = Array.from({ length: slots }, () => null)
const outlook: DashboardOutlook = {
  ...{ issuedAt: '2026-02-03T18:00:00Z', start: '2026-02-03T19:00:00Z' },
  // Clean from 22:00 UTC to midnight, 23:00 to 01:00 in Paris.
  gCo2PerKwh: none.map((_, slot) => (slot >= 12 && slot < 20 ? 10 : 60)),
  ...{ gCo2PerKwhLow: none, gCo2PerKwhHigh: none, eurPerMwh: none, eurPerMwhLow: none, eurPerMwhHigh: none },
  ...{ priceBasis: none, score: none, scoreLow: none, scoreHigh: none, windMw: none, solarMw: none },
}
const snapshot = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)
const dashboard = composeDashboard({ ...snapshot, outlook }, Temporal.Instant.from('2026-02-03T18:50:00Z'))

test.each([
  ['fr', 'même prix, ', 'ce sont donc les émissions de CO₂ qui décident'],
  ['en', 'same price, ', 'so CO₂ emissions decide'],
] as const)(
  'with one price all day the cheapest time is the cleanest, and the page says so (%s)',
  (language, price, reason) => {
    const choice = { ...makeDefaultChoice('dishwasher'), objective: 'cost', tariff: 'base', readyBy: '07:00' } as const
    const { markup } = planParts(dashboard, choice, createView(language)).answer
    const text = markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[ \n\u00a0\u202f]+/g, ' ')
    expect(text).toContain(language === 'fr' ? 'à 23 h' : 'at 23:00')
    expect(text).toContain(price)
    expect(text).toContain(reason)
  },
)
