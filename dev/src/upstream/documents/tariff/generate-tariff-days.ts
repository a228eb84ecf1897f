import { generateSeason } from '../tariff-season.ts'
import type { TariffDay } from './tariff-day.ts'

/** Made-up colours of the given days, oldest first. A period of a year meets two seasons, each of which is made once. */
export function generateTariffDays(dates: readonly Temporal.PlainDate[]): TariffDay[] {
  const byDate = new Map<string, TariffDay>()
  return dates.flatMap((date) => {
    if (!byDate.has(date.toString())) {
      for (const day of generateSeason(date)) byDate.set(day.date.toString(), day)
    }
    return byDate.get(date.toString()) ?? []
  })
}
