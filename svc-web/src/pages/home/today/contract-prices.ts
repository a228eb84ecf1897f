import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { defaultSubscribedKva, slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { TariffColorName } from '@hexawatt/shared/grid/public-signals'
import { publishedProbabilities, type SlotPrice } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { createTariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { listParisSlots, toDay, toParisInstantMs } from '@hexawatt/shared/time/paris-clock'
import { type ContractChoice, isMarketOnly, type TariffKind } from '../../../kit/contract-choice.ts'
import { groupColorsByDay } from '../plan/color-days.ts'
import { toTariff } from '../plan/page-plan.ts'

/** Prices of Tempo on a day of known colour, EUR/kWh including taxes. */
export type TempoPrices = { peak: number; offPeak: number }

/** What electricity costs the reader now. */
export type ContractPrices = {
  tariff: TariffKind
  /** Whether the price is that of the market alone: the reader gave neither what the supplier adds nor VAT. */
  isMarketOnly: boolean
  /** Price of the quarter-hour in progress; null where it is unknown. */
  now: SlotPrice | null
  /** Whether the quarter-hour in progress belongs to the cheaper hours of its day; null where prices are unknown or do not differ. */
  isCheaper: boolean | null
  /** Null where the table has no price of that day. */
  findTempoPrices: (tempoDate: string, color: TariffColorName) => TempoPrices | null
}

/** A Tempo day has its peak hours from 06:00 to 22:00: these hours lie well inside both parts. */
const [peakMinute, offPeakMinute] = [12 * 60, 26 * 60] as const

/** Quarter-hours of a day; one or two hours more or less do not change which prices it has. */
const slotsOfDay = 24 * (hourMs / quarterHourMs)

/**
 * Prices under a contract at an instant, by the functions of `/v1/schedule`. The market price is that of the score, which is the one in force.
 *
 * @param table contracts in force
 */
export function findContractPrices(
  dashboard: DashboardResponse,
  contract: ContractChoice,
  table: ContractTable,
  nowMs: number,
): ContractPrices {
  const pricer = createTariffPricer(table, toTariff(contract))
  const colorsOf = groupColorsByDay(dashboard)
  const marketPrice = dashboard.score?.spotPriceEurPerMWh ?? null
  const market =
    marketPrice === null
      ? null
      : { eurPerMwh: marketPrice, low: marketPrice, high: marketPrice, basis: 'auction' as const }
  const startMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
  const [slot] = listParisSlots(startMs, 1)
  const now = slot === undefined ? null : pricer.computePrice(slot, slotMinutes, market, colorsOf)
  return {
    tariff: contract.tariff,
    isMarketOnly: isMarketOnly(contract),
    now,
    isCheaper: now && isBelowDearest(now, startMs),
    findTempoPrices(tempoDate, color) {
      const tempo = createTariffPricer(table, {
        ...{ kind: 'contract', id: 'tempo' },
        customer: { subscribedKva: defaultSubscribedKva, offPeak: null },
      })
      const [peak, offPeak] = [peakMinute, offPeakMinute].map((minute) => {
        const [at] = listParisSlots(toParisInstantMs(toDay(tempoDate), minute), 1)
        const price = at && tempo.computePrice(at, slotMinutes, null, () => publishedProbabilities[color])
        return price?.eurPerKwh ?? null
      })
      return peak == null || offPeak == null ? null : { peak, offPeak }
    },
  }

  function isBelowDearest({ eurPerKwh }: SlotPrice, fromMs: number): boolean | null {
    if (contract.tariff !== 'hphc') return null
    const prices = listParisSlots(fromMs, slotsOfDay).map(
      (at) => pricer.computePrice(at, slotMinutes, null, colorsOf)?.eurPerKwh ?? eurPerKwh,
    )
    const [least, most] = [Math.min(...prices), Math.max(...prices)]
    return least === most ? null : eurPerKwh < most
  }
}
