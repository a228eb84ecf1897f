import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { addDays } from '@hexawatt/shared/time/paris-clock'
import { tariffNames } from '../../../../kit/contract-choice.ts'
import type { ContractPrices, TempoPrices } from '../contract-prices.ts'
import { capitalise, readParisClock } from '../day-words.ts'
import { findTempoNow, type TempoNow } from '../tempo-now.ts'
import type { TodayView } from '../texts/view.ts'
import type { StatusFact } from './status-fact.ts'

/** A Tempo day has its peak hours until 22:00. */
const peakEndsMinute = 22 * 60
const dayStartsMinute = 6 * 60

/** A red day in force, or the next one; empty where neither is red. */
export function findTempoFacts(
  dashboard: Pick<DashboardResponse, 'tariff' | 'tariffOutlook'>,
  prices: ContractPrices,
  nowMs: number,
  view: TodayView,
): StatusFact[] {
  const { tempo, weekLink } = view.texts.status
  const now = findTempoNow(dashboard, nowMs)
  const fact = { mark: 'plain', sign: 'tempo', link: { href: '#tempo', text: weekLink } } as const
  if (now.color === 'Rouge') {
    const title = tempo.redNow(now.isNight ? tempo.endsToday : tempo.endsTomorrow)
    return [{ ...fact, rank: 'redDay', title, advice: adviseRedDay(now, prices, nowMs, view) }]
  }
  if (now.next !== 'Rouge') return []
  const title = tempo.redTomorrow(now.isNight ? tempo.startsToday : tempo.startsTomorrow)
  const known = prices.findTempoPrices(addDays(now.date, 1), 'Rouge')
  const cost = known === null ? tempo.noPrices : tempo.pricesTomorrow(writeCents(known.peak, view))
  return [{ ...fact, rank: 'redDayTomorrow', title, advice: addContract(cost, prices, view) }]
}

function adviseRedDay(now: TempoNow, prices: ContractPrices, nowMs: number, view: TodayView): string {
  const { tempo } = view.texts.status
  const cost = writeCost(prices.findTempoPrices(now.date, 'Rouge'), nowMs, view)
  if (prices.tariff !== 'tempo') return addContract(cost, prices, view)
  if (now.next === null) return cost
  const color = tempo.names[now.next]
  return `${cost} ${now.isNight ? tempo.afterwards(color) : tempo.next(capitalise(view.texts.tomorrow), color)}`
}

function writeCost(known: TempoPrices | null, nowMs: number, view: TodayView): string {
  const { tempo } = view.texts.status
  if (known === null) return tempo.noPrices
  const { minuteOfDay } = readParisClock(nowMs)
  const isPeak = minuteOfDay >= dayStartsMinute && minuteOfDay < peakEndsMinute
  const offPeak = writeCents(known.offPeak, view)
  return isPeak ? tempo.pricesUntil(writeCents(known.peak, view), offPeak) : tempo.priceNow(offPeak)
}

/** For a reader with another contract: the colour changes nothing, and the text says so. */
function addContract(text: string, { tariff }: ContractPrices, { texts, language }: TodayView): string {
  const { tempo } = texts.status
  if (tariff === 'tempo') return text
  const own = tariff === 'spot' ? tempo.dynamicContract : tempo.otherContract(tariffNames[language][tariff])
  return `${tempo.forTempo(text)} ${own}`
}

const writeCents = (eurPerKwh: number, { texts, format }: TodayView): string =>
  texts.status.centsPerKwh(format.number(100 * eurPerKwh, 0))
