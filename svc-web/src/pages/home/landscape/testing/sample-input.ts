import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { type ContractChoice, defaultContract } from '../../../../kit/contract-choice.ts'
import { createFormat } from '../../../../kit/format.ts'
import type { Appliance } from '../../plan/appliances.ts'
import { makeDefaultChoice } from '../../plan/choice.ts'
import { listColorDays } from '../../plan/color-days.ts'
import { makePagePlan } from '../../plan/page-plan.ts'
import type { LandscapeInput } from '../prepare-landscape.ts'
import { englishLandscape } from '../texts/english.ts'
import { frenchLandscape } from '../texts/french.ts'
import { createLandscapeView } from '../window/landscape-view.ts'

/** A window of the tests: an evening in October, with peaks in the evening and in the morning and sun at noon. */
export type Sample = {
  hours: 48 | 72
  language: Language
  tariff: ContractChoice['tariff']
  appliance: Appliance
}

export const usualSample: Sample = { hours: 48, language: 'fr', tariff: 'base', appliance: 'washing-machine' }

const startMs = Date.parse('2026-10-13T16:30:00Z')
const hourMs = 3_600_000
const texts = { fr: frenchLandscape, en: englishLandscape }

/** Higher around an hour of the day. */
const bump = (hour: number, around: number, width: number): number =>
  Math.exp(-(((((hour - around + 36) % 24) - 12) / width) ** 2) / 2)

/** What the landscape shows of a sample, by the same calculation on the server and in the browser. */
export function makeSampleInput({ hours, language, tariff, appliance }: Sample): LandscapeInput {
  const count = hours * 4
  const column = (valueAt: (hourOfDay: number) => number): number[] =>
    Array.from({ length: count }, (_, slot) => valueAt((Math.floor(startMs / hourMs + slot / 4) + 2) % 24))
  const grams = column((hour) => 20 + 42 * bump(hour, 19, 1.8) + 24 * bump(hour, 8, 1.6) - 4 * bump(hour, 3, 2))
  const scaled = (by: number) => grams.map((value) => value * by)
  const prices = grams.map((value) => 20 + value)
  const outlook = {
    issuedAt: '2026-10-13T16:20:00Z',
    start: '2026-10-13T16:30:00Z',
    ...{ gCo2PerKwh: grams, gCo2PerKwhLow: scaled(0.9), gCo2PerKwhHigh: scaled(1.2) },
    ...{ eurPerMwh: prices, eurPerMwhLow: prices, eurPerMwhHigh: prices },
    priceBasis: grams.map((_, slot) => (slot < 110 ? ('auction' as const) : ('estimate' as const))),
    score: grams.map((value) => 110 - 1.3 * value),
    ...{ scoreLow: grams.map(() => null), scoreHigh: grams.map(() => null) },
    solarMw: column((hour) => 10_400 * bump(hour, 13, 2)),
    windMw: column(() => 5_200),
  }
  const tariffToday = {
    date: '2026-10-13',
    color: 'Bleu',
    inForce: { color: 'Bleu', from: '2026-10-13T04:00:00Z', to: '2026-10-14T04:00:00Z' },
    tomorrow: 'Bleu',
  } as const
  const dashboard = { outlook, tariff: tariffToday, tariffOutlook: null, generatedAt: '2026-10-13T16:20:00Z' }
  const choice = makeDefaultChoice(appliance, { ...defaultContract, tariff })
  // The plan reads no other part of the dashboard.
  const plan = makePagePlan(dashboard as unknown as DashboardResponse, choice, shippedTable)
  if (plan === null) throw new Error('the sample has a plan')
  return {
    ...{ plan, frameStart: null, solarMw: outlook.solarMw, windMw: outlook.windMw },
    signals: ['2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16'].map((date) => ({
      date,
      status: 'Tendu',
      hours: Array.from({ length: 24 }, (_, hour) => (hour >= 18 && hour < 20 ? 'Tendu' : 'Favorable')),
    })),
    colors: listColorDays(dashboard),
    sayStart: (start) => `start ${start}`,
    view: createLandscapeView(language, texts[language], createFormat(language)),
  }
}
