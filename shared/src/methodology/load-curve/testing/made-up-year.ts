import type { HoursResponse } from '../../../contract/hours.ts'
import type { ContractTable, ContractVersion } from '../../../contract/planning/contracts.ts'
import type { LoadCurve } from '../load-curve.ts'
import { addDaysTo, readParisClock } from './independent/paris-calendar.ts'
import type { PlainPrices } from './independent/plain-prices.ts'
import { findColor } from './independent/plain-prices.ts'
import type { PlainHour, PlainInput } from './independent/plain-statement.ts'

// Invented consumption, grid and prices. Nothing here is a real meter's.

const hourMs = 3_600_000

/** A generator of numbers from 0 to 1 that is the same in every run (linear congruential, constants of Numerical Recipes). */
function createNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Steps from one instant to another; the last one is cut at the end. */
export function makeSteps(from: string, to: string, minutes: number, seed: number): PlainInput['steps'][number][] {
  const numbers = createNumbers(seed)
  const steps: PlainInput['steps'][number][] = []
  for (let startMs = Date.parse(from); startMs < Date.parse(to); startMs += minutes * 60_000) {
    const length = Math.min(minutes, (Date.parse(to) - startMs) / 60_000)
    steps.push({ startMs, minutes: length, kwh: Math.trunc(length * 25 * numbers()) / 1_000 })
  }
  return steps
}

/** Hours of the grid from one instant to another. */
export function makeHours(fromMs: number, toMs: number, seed: number): Map<number, PlainHour> {
  const numbers = createNumbers(seed)
  const hours = new Map<number, PlainHour>()
  for (let atMs = Math.floor(fromMs / hourMs) * hourMs; atMs < toMs; atMs += hourMs) {
    const gas = Math.trunc(6_000 * numbers()) / 100
    hours.set(atMs, {
      production: gas + 12,
      consumption: gas + 17.25,
      direct: gas,
      eurPerMwh: Math.trunc(20_000 * numbers()) / 100 - 25,
    })
  }
  return hours
}

/** Colours of the days from one date to another: about every ninth is white; red are the given ones. */
export function makeColors(from: string, to: string, red: readonly string[]): Map<string, 'blue' | 'white' | 'red'> {
  const colors = new Map<string, 'blue' | 'white' | 'red'>()
  for (let date = from, count = 0; date <= to; date = addDaysTo(date, 1), count += 1) {
    colors.set(date, red.includes(date) ? 'red' : count % 9 === 4 ? 'white' : 'blue')
  }
  return colors
}

const colorWords = { blue: 'Bleu', white: 'Blanc', red: 'Rouge' } as const

/** The hours as bodies of months, as the API serves them. */
export function toMonths({ hours, market }: Pick<PlainInput, 'hours' | 'market'>): HoursResponse[] {
  const byMonth = Map.groupBy([...hours.keys()], (atMs) => readParisClock(atMs).date.slice(0, 7))
  return [...byMonth].map(([month, starts]) => {
    const column = (key: keyof PlainHour) => starts.map((atMs) => hours.get(atMs)?.[key] ?? null)
    return {
      month,
      timeZone: 'Europe/Paris',
      from: new Date(starts[0] ?? 0).toISOString(),
      to: new Date((starts.at(-1) ?? 0) + hourMs).toISOString(),
      hours: starts.map((atMs) => `${new Date(atMs).toISOString().slice(0, 19)}Z`),
      productionGCo2PerKwh: column('production'),
      consumptionGCo2PerKwh: column('consumption'),
      directGCo2PerKwh: column('direct'),
      eurPerMwh: column('eurPerMwh'),
      tempoColor: starts.map((atMs) => {
        const color = findColor(market, readParisClock(atMs))
        return color === undefined ? null : colorWords[color]
      }),
      methodologyVersions: [{ carbon: 1, consumption: 1, hourCount: starts.length }],
      sources: [{ kind: 'generation' as const, name: 'made up', license: null }],
      complete: true,
    }
  })
}

const always = { season: null, days: null, colors: null, hours: null }

/** Plain prices as versions of a price table. */
export function toTable(prices: readonly PlainPrices[], kva: number): ContractTable {
  const contracts = prices.flatMap(({ from, base, hphc, tempo, monthly }, index): ContractVersion[] => {
    const version = (
      id: 'base' | 'hphc' | 'tempo',
      eurPerKwh: Record<string, number>,
    ): Omit<ContractVersion, 'periods'> => ({
      id,
      name: `made up ${id}`,
      kind: id,
      from,
      to: prices[index + 1]?.from ?? null,
      offPeak: id === 'tempo' ? '22:00-06:00' : null,
      subscriptions: [{ kva, eurPerMonth: monthly[id] }],
      prices: [{ minKva: null, maxKva: null, eurPerKwh }],
      source: 'made up',
      certainty: 'published',
      note: null,
    })
    const colors = ['blue', 'white', 'red'] as const
    const ofTempo = colors.flatMap((color) => [
      [`${color}OffPeak`, tempo[color].offPeak] as const,
      [`${color}Peak`, tempo[color].peak] as const,
    ])
    return [
      { ...version('base', { all: base }), periods: [{ id: 'all', ...always }] },
      {
        ...version('hphc', { offPeak: hphc.offPeak, peak: hphc.peak }),
        periods: [
          { ...always, id: 'offPeak', hours: 'offPeak' },
          { ...always, id: 'peak' },
        ],
      },
      {
        ...version('tempo', Object.fromEntries(ofTempo)),
        periods: colors.flatMap((color) => [
          { ...always, id: `${color}OffPeak`, colors: [color], hours: 'offPeak' },
          { ...always, id: `${color}Peak`, colors: [color] },
        ]),
      },
    ]
  })
  return { contracts, adders: [] }
}

export function toCurve({ steps, fromMs, toMs }: Pick<PlainInput, 'steps' | 'fromMs' | 'toMs'>): LoadCurve {
  return {
    kind: 'supplier',
    startsMs: Float64Array.from(steps, ({ startMs }) => startMs),
    minutes: Uint16Array.from(steps, ({ minutes }) => minutes),
    energyKwh: Float64Array.from(steps, ({ kwh }) => kwh),
    fromMs,
    toMs,
    injectedKwh: null,
    remarks: [],
  }
}
