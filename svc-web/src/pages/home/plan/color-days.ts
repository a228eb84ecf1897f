import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { TariffColorName } from '@hexawatt/shared/grid/public-signals'
import {
  type ColorProbabilities,
  type ColorsOf,
  publishedProbabilities,
} from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { addDays, listParisSlots } from '@hexawatt/shared/time/paris-clock'

/** A Tempo day with its published colour, else with the probabilities of its colours; both are null where nothing is known. */
export type ColorDay = { date: string; color: TariffColorName | null; probabilities: ColorProbabilities | null }

type Tempo = Pick<DashboardResponse, 'tariff' | 'tariffOutlook'>

/** The Tempo days from the current one to the last one of the outlook, at least to tomorrow, in order: a published colour precedes its forecast. */
export function listColorDays({ tariff, tariffOutlook }: Tempo): ColorDay[] {
  const published = new Map<string, TariffColorName | null>([
    [findTempoDayInForce(tariff), tariff.inForce.color],
    [tariff.date, tariff.color],
    [addDays(tariff.date, 1), tariff.tomorrow],
  ])
  const ahead = new Map((tariffOutlook?.days ?? []).map((day) => [day.date, day]))
  return [...new Set([...published.keys(), ...ahead.keys()])].sort().map((date) => {
    const color = published.get(date) ?? ahead.get(date)?.color ?? null
    const forecast = ahead.get(date)?.probabilities ?? null
    return { date, color, probabilities: color === null ? forecast : publishedProbabilities[color] }
  })
}

/** Date of the Tempo day in force, which began at 06:00. */
const findTempoDayInForce = ({ inForce }: DashboardResponse['tariff']): string =>
  listParisSlots(Date.parse(inForce.from), 1)[0]?.date ?? ''

/** Probabilities of a Tempo day's colours: a published colour is certain. */
export function groupColorsByDay(dashboard: Tempo): ColorsOf {
  const known = new Map(listColorDays(dashboard).map(({ date, probabilities }) => [date, probabilities]))
  return (date) => known.get(date) ?? null
}
