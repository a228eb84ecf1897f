import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { defaultSubscribedKva, slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'
import { type GivenHours, maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { type Load, loadOf } from '@hexawatt/shared/methodology/schedule/load'
import type { Schedule } from '@hexawatt/shared/methodology/schedule/optimise'
import { composePlanAdvice } from '@hexawatt/shared/methodology/schedule/plan-advice'
import { isAtOnce, isWorthwhile } from '@hexawatt/shared/methodology/schedule/plan-comparison'
import type { BandedValue, PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type LoadPlan, planLoad } from '@hexawatt/shared/methodology/schedule/plan-load'
import { buildContractPaths } from '@hexawatt/shared/methodology/schedule/value-paths'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import type { ColorsOf } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { createTariffPricer, type Tariff, type TariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { findUnusualOffPeak } from '@hexawatt/shared/methodology/tariffs/unusual-off-peak'
import { addDays, listParisSlots, type ParisSlot } from '@hexawatt/shared/time/paris-clock'
import { groupColorsByDay } from '../../home/plan/color-days.ts'
import { appliances, type PlanChoice, toSlotMinute } from './choice.ts'

/** When to run the chosen load; `result` is infeasible where the window lacks prices or time. */
export type PagePlan = {
  choice: PlanChoice
  load: Load
  /** Every quarter-hour of the outlook. */
  slots: readonly PlanSlot[]
  /** The quarter-hours up to the time by which the load must be ready. */
  windowSlots: number
  result: LoadPlan | Extract<Schedule, { isFeasible: false }>
  /** Whether waiting brings so little that the load may run at any time. */
  isAnyTimeGood: boolean
  nowMs: number
  /** When the forecast was issued. */
  issuedMs: number
  today: string
}

/** Shortest piece of a split load, quarter-hours: half an hour, as in `/v1/schedule`. */
const minOnSlots = 2

/**
 * The plan of a choice, by the optimiser of the API. Error paths of earlier forecasts are not part of the page, so it gives a probability only for the cost
 * of regulated prices, which depends only on the colours.
 * @returns null where nothing is forecast
 */
export function makePagePlan(dashboard: DashboardResponse, choice: PlanChoice): PagePlan | null {
  const { outlook, generatedAt } = dashboard
  const load = loadOf({ energyKWh: choice.energyKWh, powerKW: choice.powerKW, durationMinutes: null })
  if (outlook === null || load === null) return null
  const pricer = createTariffPricer(shippedTable, makeTariff(choice))
  const colorsOf = groupColorsByDay(dashboard)
  const slots = planSlots(outlook, pricer, colorsOf)
  const windowSlots = findWindow(slots, load.slots, toSlotMinute(choice.readyBy))
  const window = slots.slice(0, windowSlots)
  const nowMs = Date.parse(generatedAt)
  const head = {
    choice,
    load,
    slots,
    windowSlots,
    nowMs,
    issuedMs: Date.parse(outlook.issuedAt),
    today: listParisSlots(nowMs, 1)[0]?.date ?? '',
  }
  const { objective } = choice
  const planned = planLoad({
    ...{ slots: window, load, objective, estimate: 'central', tieBreak: 'early' },
    ...{ maxSegments: appliances[choice.appliance].maxSegments, minOnSlots },
    paths: {
      cost: pricer.kind === 'spot' ? null : buildContractPaths(pricer, window, colorsOf),
      ...{ carbon: null, score: null },
    },
    yesterday: window.map(() => null),
    yesterdayGCo2PerKwh: window.map(() => null),
  })
  if (!planned.isFeasible) return { ...head, result: planned, isAnyTimeGood: false }
  const { vsNow } = planned.savings
  const gain = { cost: vsNow.eur, carbon: vsNow.gCo2eq, score: vsNow.score }[planned.comparedBy]
  const isAnyTimeGood =
    !isAtOnce(planned.plan, planned.baselines.startNow) && gain !== null && !isWorthwhile(vsNow, planned.comparedBy)
  // A gain that is too small is not worth waiting for, whatever its probability.
  const worthWaiting = isAnyTimeGood ? false : planned.worthWaiting
  return { ...head, result: { ...planned, worthWaiting }, isAnyTimeGood }
}

/** The sentence of the API about a plan, in a language of the page. */
export function planSentence({ result, ...plan }: PagePlan, language: Language): string | null {
  if (!result.isFeasible) return null
  const { choice, slots, windowSlots, nowMs, today } = plan
  const window = slots.slice(0, windowSlots)
  const days = { today, tomorrow: addDays(today, 1) }
  const hours = findHours(choice)
  const unusualOffPeak = hours && findUnusualOffPeak(hours, null)
  const asked = { objective: choice.objective, tariff: choice.tariff, unusualOffPeak }
  return composePlanAdvice({ result, slots: window, ...asked, nowMs, ...days, arePathsShipped: false }, language)
}

/** Quarter-hours until the next time of day that leaves enough of them for the load; all where the forecast ends before. */
function findWindow(slots: readonly ParisSlot[], loadSlots: number, readyByMinute: number): number {
  const end = slots.findIndex(({ minuteOfDay }, slot) => slot >= loadSlots && minuteOfDay === readyByMinute)
  return end === -1 ? slots.length : end
}

/** Off-peak hours of a choice; null for a contract without hours of the household's own. */
function findHours({ tariff, offPeak }: PlanChoice): GivenHours | null {
  return tariff === 'hphc' ? readGivenHours(offPeak, maxOffPeakRanges) : null
}

function makeTariff(choice: PlanChoice): Tariff {
  const { tariff } = choice
  if (tariff === 'spot') return { kind: 'spot', adder: 0, vatPercent: 0, offPeak: null }
  const hours = findHours(choice)
  const offPeak = hours && { summer: hours.ranges, winter: hours.ranges }
  return { kind: 'contract', id: tariff, customer: { subscribedKva: defaultSubscribedKva, offPeak } }
}

function planSlots(outlook: DashboardOutlook, pricer: TariffPricer, colorsOf: ColorsOf): PlanSlot[] {
  return listParisSlots(Date.parse(outlook.start), outlook.score.length).map((slot, index) => {
    const market = banded(outlook.eurPerMwh[index], outlook.eurPerMwhLow[index], outlook.eurPerMwhHigh[index])
    const basis = outlook.priceBasis[index] ?? null
    const spot = market && basis && { eurPerMwh: market.central, low: market.low, high: market.high, basis }
    return {
      ...slot,
      price: pricer.computePrice(slot, slotMinutes, spot, colorsOf),
      gCo2PerKwh: banded(outlook.gCo2PerKwh[index], outlook.gCo2PerKwhLow[index], outlook.gCo2PerKwhHigh[index]),
      score: banded(outlook.score[index], outlook.scoreLow[index], outlook.scoreHigh[index]),
      gridSignal: null,
    }
  })
}

type Maybe = number | null | undefined

function banded(central: Maybe, low: Maybe, high: Maybe): BandedValue | null {
  return central == null ? null : { central, low: low ?? null, high: high ?? null }
}
