import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { ContractPrices } from '../home/today/contract-prices.ts'
import { isAlarming, pickWorstFacts } from '../home/today/status/status-fact.ts'
import { findTempoFacts } from '../home/today/status/tempo-facts.ts'
import { findTensionFacts } from '../home/today/status/tension-facts.ts'
import { englishToday } from '../home/today/texts/english.ts'
import { frenchToday } from '../home/today/texts/french.ts'
import { createTodayView } from '../home/today/texts/view.ts'

/** What a dashboard knows of tense hours and Tempo colours. */
export type SignalsAndColors = Pick<DashboardResponse, 'signals' | 'tariff' | 'tariffOutlook'>

/** A fact that a reader of the card must see before the values. */
export type EmbedAlarm = { title: string; isAlarming: boolean }

const views = { fr: createTodayView('fr', frenchToday), en: createTodayView('en', englishToday) }

/** The card shows titles only, which depend on no contract. */
const noContract: ContractPrices = {
  tariff: 'base',
  isMarketOnly: false,
  now: null,
  isCheaper: null,
  findTempoPrices: () => null,
}

/** The worst two facts of the day, those of the home page's band; empty on a calm day, or while nothing is known. */
export function listAlarms(day: SignalsAndColors | null, presentMs: number, language: Language): EmbedAlarm[] {
  if (day === null) return []
  const view = views[language]
  const facts = [...findTensionFacts(day, presentMs, view), ...findTempoFacts(day, noContract, presentMs, view)]
  return pickWorstFacts(facts).map((fact) => ({ title: fact.title, isAlarming: isAlarming(fact) }))
}
