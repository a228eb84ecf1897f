import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { TariffColorName } from '@hexawatt/shared/grid/public-signals'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { addDays, listClockSteps } from '@hexawatt/shared/time/paris-clock'
import { listColorDays } from '../plan/color-days.ts'

/** The Tempo day in force and the next one, with their published colours; null where one is not published. */
export type TempoNow = {
  date: string
  color: TariffColorName | null
  next: TariffColorName | null
  /** Whether the day in force began yesterday: it is before 06:00. */
  isNight: boolean
}

/** Finds the Tempo day of an instant: it runs from 06:00 to 06:00 in Paris. */
export function findTempoNow(dashboard: Pick<DashboardResponse, 'tariff' | 'tariffOutlook'>, nowMs: number): TempoNow {
  const [at] = listClockSteps(Math.floor(nowMs / minuteMs) * minuteMs, 1)
  const date = at?.tariffDate ?? ''
  const days = listColorDays(dashboard)
  const colorOf = (of: string) => days.find((day) => day.date === of)?.color ?? null
  return { date, color: colorOf(date), next: colorOf(addDays(date, 1)), isNight: at?.date !== date }
}
