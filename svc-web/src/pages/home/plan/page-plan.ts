import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { defaultSubscribedKva, type Objective, slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'
import { type HourRange, isInHourRanges, parseHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import { type Load, loadOf } from '@hexawatt/shared/methodology/schedule/load'
import type { Schedule } from '@hexawatt/shared/methodology/schedule/optimise'
import {
  computeSaving,
  findComparison,
  isAtOnce,
  isWorthwhile,
} from '@hexawatt/shared/methodology/schedule/plan-comparison'
import {
  type BandedValue,
  computePlanFigures,
  type PlanFigures,
  type PlanPaths,
  type PlanSlot,
} from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type LoadPlan, planLoad } from '@hexawatt/shared/methodology/schedule/plan-load'
import { buildContractPaths } from '@hexawatt/shared/methodology/schedule/value-paths'
import type { ColorsOf } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { createTariffPricer, type Tariff, type TariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { listParisSlots, type ParisSlot } from '@hexawatt/shared/time/paris-clock'
import type { ContractChoice } from '../../../kit/contract-choice.ts'
import { appliances } from './appliances.ts'
import { findObjective, type PlanChoice } from './choice.ts'
import { groupColorsByDay } from './color-days.ts'
import { findPageNow } from './page-now.ts'
import { findWindow } from './ready-by.ts'

/** When to run the chosen load; `result` is infeasible where the window lacks prices or time. */
export type PagePlan = {
  choice: PlanChoice
  load: Load
  /** Every quarter-hour of the outlook, with its price under the chosen contract, intensity and score. */
  slots: readonly PlanSlot[]
  /** The quarter-hours up to the time by which the load must be ready. */
  windowSlots: number
  /** Whether a quarter-hour of the outlook lies in the quiet hours. */
  isQuiet: readonly boolean[]
  objective: Objective
  /** Paths of the cost; the page has no others. */
  paths: PlanPaths
  result: LoadPlan | Extract<Schedule, { isFeasible: false }>
  /** Whether waiting for the plan brings so little that the load may start now as well. */
  isNowAsGood: boolean
  /** Whether every other start before the deadline is as good, too. */
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
 *
 * @param table contracts in force
 * @returns null where nothing is forecast
 */
export function makePagePlan(dashboard: DashboardResponse, choice: PlanChoice, table: ContractTable): PagePlan | null {
  const { outlook } = dashboard
  const load = loadOf({ energyKWh: choice.energyKWh, powerKW: choice.powerKW, durationMinutes: null })
  if (outlook === null || load === null) return null
  const pricer = createTariffPricer(table, toTariff(choice.contract))
  const colorsOf = groupColorsByDay(dashboard)
  const slots = planSlots(outlook, pricer, colorsOf)
  const windowSlots = findWindow(slots, load.slots, choice.readyBy)
  const window = slots.slice(0, windowSlots)
  const isQuiet = slots.map(({ minuteOfDay }) => isInHourRanges(choice.quiet, minuteOfDay))
  const paths = {
    cost: pricer.kind === 'spot' ? null : buildContractPaths(pricer, slots, colorsOf),
    ...{ carbon: null, score: null },
  }
  const nowMs = findPageNow(dashboard)
  const objective = findObjective(choice)
  const head = {
    ...{ choice, load, slots, windowSlots, isQuiet, objective, paths, nowMs },
    issuedMs: Date.parse(outlook.issuedAt),
    today: listParisSlots(nowMs, 1)[0]?.date ?? '',
  }
  const planned = planLoad({
    ...{
      slots: window,
      isQuiet: isQuiet.slice(0, windowSlots),
      load,
      objective,
      estimate: 'central',
      tieBreak: 'early',
    },
    ...{ maxSegments: appliances[choice.appliance].maxSegments, minOnSlots, paths },
    yesterday: window.map(() => null),
    yesterdayGCo2PerKwh: window.map(() => null),
  })
  if (!planned.isFeasible) return { ...head, result: planned, isNowAsGood: false, isAnyTimeGood: false }
  const { vsNow } = planned.savings
  const gain = { cost: vsNow.eur, carbon: vsNow.gCo2eq, score: vsNow.score }[planned.comparedBy]
  const isNowAsGood =
    !isAtOnce(planned.plan, planned.baselines.startNow) && gain !== null && !isWorthwhile(vsNow, planned.comparedBy)
  // A gain that is too small is not worth waiting for, whatever its probability.
  const worthWaiting = isNowAsGood ? false : planned.worthWaiting
  const isAnyTimeGood = isNowAsGood && !hasWorseStart(head, planned.plan)
  return { ...head, result: { ...planned, worthWaiting }, isNowAsGood, isAnyTimeGood }
}

type StartChoices = Pick<PagePlan, 'slots' | 'windowSlots' | 'load' | 'isQuiet' | 'objective'>

/** Whether the plan is clearly better than one of the starts before the deadline, outside of quiet hours. */
function hasWorseStart({ slots, windowSlots, load, isQuiet, objective }: StartChoices, plan: PlanFigures): boolean {
  const noPaths = { cost: null, carbon: null, score: null }
  for (let first = 0; first + load.slots <= windowSlots; first++) {
    if (isQuiet.slice(first, first + load.slots).some(Boolean)) continue
    const other = computePlanFigures([{ first, slots: load.slots }], slots, load, noPaths)
    if (isWorthwhile(computeSaving(plan, other, objective), findComparison(plan, other, objective))) return true
  }
  return false
}

/** The tariff of a contract, as `/v1/schedule` reads it from the same terms. */
export function toTariff(contract: ContractChoice): Tariff {
  const { tariff, adder, adderEurPerKwh, vatPercent, offPeak, offPeakBySeason } = contract
  const hours = {
    summer: toRanges(offPeakBySeason?.summer ?? offPeak),
    winter: toRanges(offPeakBySeason?.winter ?? offPeak),
  }
  if (tariff === 'spot') {
    const added = adder === null ? adderEurPerKwh : { id: adder }
    return { kind: 'spot', adder: added, vatPercent, offPeak: adder === null ? null : hours }
  }
  const customer = { subscribedKva: defaultSubscribedKva, offPeak: tariff === 'hphc' ? hours : null }
  return { kind: 'contract', id: tariff, customer }
}

/** A whole day has its own text: the ranges of price tables have none. */
function toRanges(hours: string): readonly HourRange[] {
  return hours === '00:00-24:00' ? [{ fromMinute: 0, toMinute: 0 }] : (parseHourRanges(hours) ?? [])
}

function planSlots(outlook: DashboardOutlook, pricer: TariffPricer, colorsOf: ColorsOf): PlanSlot[] {
  return listParisSlots(Date.parse(outlook.start), outlook.score.length).map((slot: ParisSlot, index) => {
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
