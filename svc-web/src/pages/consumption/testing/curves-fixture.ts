import type { HoursResponse } from '@hexawatt/shared/contract/hours'
import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import type { ComparedContract } from '@hexawatt/shared/methodology/load-curve/statement/contract-prices'
import { makeColors, makeHours, toMonths } from '@hexawatt/shared/methodology/load-curve/testing/made-up-year'
import { addDays } from '@hexawatt/shared/time/paris-clock'

const hourMs = 3_600_000

/** A curve of hours; a value for each from the start on, null is a gap. */
export function makeHourlyCurve(from: string, kwh: readonly (number | null)[]): LoadCurve {
  const startMs = Date.parse(from)
  const steps = kwh.flatMap((value, index) => (value === null ? [] : [{ atMs: startMs + index * hourMs, kwh: value }]))
  return {
    kind: 'supplier',
    startsMs: Float64Array.from(steps, ({ atMs }) => atMs),
    minutes: new Uint16Array(steps.length).fill(60),
    energyKwh: Float64Array.from(steps, (step) => step.kwh),
    fromMs: startMs,
    toMs: startMs + kwh.length * hourMs,
    injectedKwh: null,
    remarks: [],
  }
}

/** Months of the grid whose intensity and price are given by the hour of UTC. */
export function makeGrid(
  from: string,
  to: string,
  gridOf: (hour: number) => { gCo2: number | null; eurPerMwh?: number | null },
): HoursResponse[] {
  const hours = makeHours(Date.parse(from), Date.parse(to), 1)
  for (const [atMs, hour] of hours) {
    const { gCo2, eurPerMwh = 50 } = gridOf(new Date(atMs).getUTCHours())
    Object.assign(hour, { production: gCo2, eurPerMwh })
  }
  return toMonths({
    hours,
    market: { prices: [], colors: makeColors(addDays(from.slice(0, 10), -1), to.slice(0, 10), []) },
  })
}

/** A contract at market price without taxes. */
export const spot: ComparedContract = {
  key: 'spot',
  tariff: { kind: 'spot', adder: 0, vatPercent: 0, offPeak: null },
  subscriptionEurPerMonth: 10,
}

/** A contract with one price that the shipped table has. */
export const base: ComparedContract = {
  key: 'base',
  tariff: { kind: 'contract', id: 'base', customer: { subscribedKva: 6, offPeak: null } },
}
