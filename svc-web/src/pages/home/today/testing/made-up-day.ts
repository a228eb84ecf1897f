import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardSignalDay } from '@hexawatt/shared/contract/dashboard/colors-and-signals'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import type { GridSignalStatus, TariffColorName } from '@hexawatt/shared/grid/public-signals'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { addDays, toDay, toParisInstantMs } from '@hexawatt/shared/time/paris-clock'
import * as v from 'valibot'
import { defaultContract, type TariffKind } from '../../../../kit/contract-choice.ts'
import type { Html } from '../../../../kit/html.ts'
import { findContractPrices } from '../contract-prices.ts'
import { englishToday } from '../texts/english.ts'
import { frenchToday } from '../texts/french.ts'
import { createTodayView } from '../texts/view.ts'

export const french = createTodayView('fr', frenchToday)
export const english = createTodayView('en', englishToday)

const recorded = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)

/** Instant of a clock time in Paris. */
export function parisMs(date: string, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return toParisInstantMs(toDay(date), 60 * hour + minute)
}

const statuses: Readonly<Record<string, GridSignalStatus>> = {
  o: 'Optimal',
  f: 'Favorable',
  t: 'Tendu',
  v: 'TresTendu',
}

/** A day of the signal; a letter for each hour, o f t v, `-` where it is not published. */
export function signalDay(date: string, status: GridSignalStatus, hours: string | null): DashboardSignalDay {
  return {
    ...{ date, status, day: 'D', message: '' },
    hours: hours === null ? null : [...hours].map((letter) => statuses[letter] ?? null),
  }
}

export const calmHours = 'ooooooffffffffffffffffff'

type Day = {
  date: string
  /** Tempo colours of the days from the calendar day before on. */
  colors: readonly (TariffColorName | null)[]
  signals: DashboardSignalDay[]
}

/** A dashboard on which everything is well, with the signal and the Tempo colours of some days. */
export function makeDay({ date, colors, signals }: Day, changes: Partial<DashboardResponse> = {}): DashboardResponse {
  const [yesterday = null, today = null, tomorrow = null] = colors
  return {
    ...recorded,
    generatedAt: new Date(parisMs(date, '12:00')).toISOString(),
    outlook: recorded.outlook,
    sources: [],
    signals,
    tariff: {
      ...{ date, color: today, tomorrow },
      inForce: { color: yesterday, from: new Date(parisMs(addDays(date, -1), '06:00')).toISOString(), to: '' },
    },
    tariffOutlook: null,
    ...changes,
  }
}

/** Prices under a contract from the shipped table. */
export function pricesOf(dashboard: DashboardResponse, tariff: TariffKind, nowMs: number) {
  return findContractPrices(dashboard, { ...defaultContract, tariff }, shippedTable, nowMs)
}

/** The words of a part, as they are read. */
export function wordsOf({ markup }: Html): string {
  return markup
    .replaceAll(/<svg[^>]*aria-hidden.*?<\/svg>/gs, '')
    .replaceAll(/<(?:br|small|strong|p|li|b|span|dt|dd|h2|a)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .replaceAll(' .', '.')
    .trim()
}

/** Numbers from 0 to 1 that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
