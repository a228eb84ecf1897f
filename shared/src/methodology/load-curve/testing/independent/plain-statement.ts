import { addDaysTo, countDays, readParisClock, type ShownTime } from './paris-calendar.ts'
import { findMonthly, findPrice, type PlainContract, type PlainMarket } from './plain-prices.ts'

// The statement as a spreadsheet would calculate it: one row for each minute, columns as in `statement-columns.tsv`. It shares no code with the product.

const kinds = ['production', 'consumption', 'direct'] as const

export type PlainHour = Record<(typeof kinds)[number] | 'eurPerMwh', number | null>

export type PlainInput = {
  steps: readonly { startMs: number; minutes: number; kwh: number }[]
  fromMs: number
  toMs: number
  /** By start of the hour, ms since the epoch. */
  hours: ReadonlyMap<number, PlainHour>
  market: PlainMarket
  contracts: readonly PlainContract[]
}

/** A row of the sheet. */
export type PlainMinute = ShownTime & {
  atMs: number
  kwh: number
  hour: PlainHour | undefined
  /** By contract. */
  prices: (number | undefined)[]
}

/** What the clock shows at each hour: clocks change at full hours, hence minutes can be added. */
const shownByHour = new Map<number, ShownTime>()

function showMinute(atMs: number): ShownTime {
  const hourMs = Math.floor(atMs / 3_600_000) * 3_600_000
  const shown = shownByHour.get(hourMs) ?? readParisClock(hourMs)
  shownByHour.set(hourMs, shown)
  return { date: shown.date, minute: shown.minute + (atMs - hourMs) / 60_000 }
}

/** Every minute of every step, in order. */
export function visitMinutes({ steps, hours, market, contracts }: PlainInput, visit: (row: PlainMinute) => void): void {
  for (const { startMs, minutes, kwh } of steps) {
    for (let passed = 0; passed < minutes; passed += 1) {
      const atMs = startMs + passed * 60_000
      const shown = showMinute(atMs)
      const hour = hours.get(Math.floor(atMs / 3_600_000) * 3_600_000)
      const prices = contracts.map((contract) => findPrice(contract, market, shown, hour?.eurPerMwh ?? null))
      visit({ ...shown, atMs, kwh: kwh / minutes, hour, prices })
    }
  }
}

type Sums = {
  days: number
  coveredMinutes: number
  energyKwh: number
  emissions: Record<(typeof kinds)[number], { kg: number; knownKwh: number; knownMinutes: number; gramMinutes: number }>
  costs: { eur: number; knownKwh: number; unknownMinutes: number; subscriptionEur: number }[]
}
export type PlainStatement = { total: Sums; months: Map<string, Sums> }

function createSums(contracts: number): Sums {
  const emissions = () => ({ kg: 0, knownKwh: 0, knownMinutes: 0, gramMinutes: 0 })
  return {
    days: 0,
    coveredMinutes: 0,
    energyKwh: 0,
    emissions: { production: emissions(), consumption: emissions(), direct: emissions() },
    costs: Array.from({ length: contracts }, () => ({ eur: 0, knownKwh: 0, unknownMinutes: 0, subscriptionEur: 0 })),
  }
}

function addRow(sums: Sums, { kwh, hour, prices }: PlainMinute): void {
  sums.coveredMinutes += 1
  sums.energyKwh += kwh
  for (const kind of kinds) {
    const intensity = hour?.[kind] ?? null
    if (intensity === null) continue
    sums.emissions[kind].kg += (kwh * intensity) / 1_000
    sums.emissions[kind].knownKwh += kwh
    sums.emissions[kind].knownMinutes += 1
    sums.emissions[kind].gramMinutes += intensity
  }
  sums.costs.forEach((cost, index) => {
    const price = prices[index]
    if (price === undefined) cost.unknownMinutes += 1
    else {
      cost.eur += kwh * price
      cost.knownKwh += kwh
    }
  })
}

/** Days of Paris that the period touches. */
export function listDates({ fromMs, toMs }: Pick<PlainInput, 'fromMs' | 'toMs'>): string[] {
  const last = readParisClock(toMs - 60_000).date
  const dates = [readParisClock(fromMs).date]
  for (let date = dates[0] ?? last; date < last; dates.push(date)) date = addDaysTo(date, 1)
  return dates
}

/** Part of a monthly price that a day pays. */
export function findDailyEur(contract: PlainContract, market: PlainMarket, date: string): number | undefined {
  const monthly = findMonthly(contract, market, date)
  return monthly === undefined ? undefined : monthly / countDays(date.slice(0, 7))
}

export function calculateStatement(input: PlainInput): PlainStatement {
  const total = createSums(input.contracts.length)
  const months = new Map<string, Sums>()
  for (const date of listDates(input)) {
    const month = months.get(date.slice(0, 7)) ?? createSums(input.contracts.length)
    months.set(date.slice(0, 7), month)
    for (const sums of [total, month]) {
      sums.days += 1
      sums.costs.forEach((cost, index) => {
        const contract = input.contracts[index]
        cost.subscriptionEur += (contract && findDailyEur(contract, input.market, date)) ?? Number.NaN
      })
    }
  }
  visitMinutes(input, (row) => {
    addRow(total, row)
    const month = months.get(row.date.slice(0, 7))
    if (month !== undefined) addRow(month, row)
  })
  return { total, months }
}
