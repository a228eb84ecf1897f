import type { OutageNotice, Situation, Span } from './situation.ts'

/** The hand-set parts of situations. Every function takes the start of the present UTC hour, ms since the epoch. */

const hourMs = 3_600_000
const minuteMs = 60_000

export const isoSecond = (epochMs: number): string => new Date(epochMs).toISOString().replace('.000Z', 'Z')

/** Level by UTC hour of the day, and for how many hours from the day before on it is published. */
const signalPatterns: readonly { levelAt(hourOfDay: number): number; hours: number }[] = [
  { levelAt: () => 1, hours: 110 },
  { levelAt: (hour) => (hour >= 10 && hour < 15 ? 0 : 1), hours: 110 },
  { levelAt: (hour) => (hour >= 17 && hour < 20 ? 2 : 1), hours: 110 },
  { levelAt: (hour) => (hour === 17 || hour === 18 ? 3 : hour >= 7 && hour < 12 ? 2 : 1), hours: 110 },
  { levelAt: () => 1, hours: 0 },
  { levelAt: () => 0, hours: 29 },
  { levelAt: () => 2, hours: 110 },
]
export const signalPatternCount = signalPatterns.length

/** Signals of a pattern, hourly, from the day before on. */
export function signalsOf(pattern: number, hourStartMs: number): Span[] {
  const { levelAt, hours } = signalPatterns[pattern] ?? { levelAt: () => 1, hours: 0 }
  return Array.from({ length: hours }, (_, index) => {
    const startMs = hourStartMs + (index - 24) * hourMs
    return { start: isoSecond(startMs), minutes: 60, value: levelAt(new Date(startMs).getUTCHours()) }
  })
}

/** The three newest quarter-hours of the balancing market, newest first: trend (1 = short) and price of a shortage. */
const imbalancePatterns: readonly (readonly [trend: number | null, priceEurPerMwh: number | null])[][] = [
  [],
  [[1, 180]],
  [[1, 620.5]],
  [[-1, 500]],
  [
    [1, null],
    [null, 900],
    [1, 245.35],
  ],
  [
    [0, 300],
    [1, 300],
  ],
]
export const imbalancePatternCount = imbalancePatterns.length

/** The balancing market of a pattern. */
export function imbalanceOf(pattern: number, hourStartMs: number): Situation['imbalance'] {
  return (imbalancePatterns[pattern] ?? []).map(([trend, shortagePriceEurPerMwh], index) => ({
    start: isoSecond(hourStartMs - (60 + 15 * index) * minuteMs),
    trend,
    shortagePriceEurPerMwh,
  }))
}

const installed2023 = {
  NUCLEAR: 61_370,
  FOSSIL_GAS: 12_768,
  FOSSIL_HARD_COAL: 1_816,
  FOSSIL_OIL: 2_617,
  HYDRO_WATER_RESERVOIR: 8_822,
  HYDRO_PUMPED_STORAGE: 5_053,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 11_478,
  BIOMASS: 684,
  WASTE: 887,
  WIND_ONSHORE: 20_638,
  WIND_OFFSHORE: 480,
  SOLAR: 15_685,
}

/** Capacities as they are published, less of them, and without one type. The year 2025 is published in one of two situations. */
export function capacitiesOf(scale: number, has2025: boolean): Situation['capacities'] {
  const scaled = (extraMw: number) =>
    Object.fromEntries(Object.entries(installed2023).map(([type, mw]) => [type, Math.round(mw * scale) + extraMw]))
  const { WASTE: _, ...withoutWaste } = scaled(0)
  return [
    { year: 2023, mwByType: scale < 0.8 ? withoutWaste : scaled(0) },
    { year: 2024, mwByType: scaled(13) },
    ...(has2025 ? [{ year: 2025, mwByType: scaled(20) }] : []),
  ]
}

type Period = [fromMinutes: number, toMinutes: number, unavailableMw: number | null]

/** Outages: minutes count from the start of the present hour. */
const outagePatterns: readonly (readonly [Omit<OutageNotice, 'key' | 'periods'>, Period[]])[][] = [
  [],
  // Two messages about one unit: where they overlap they take no more than the unit has.
  [
    [unit('17W000001', 'NUCLEAR', 1_300), [[-6_000, 1_500, 900]]],
    [unit('17W000001', 'NUCLEAR', 1_300), [[-30, 215, 800]]],
    [unit('17W000002', 'FOSSIL_GAS', null), [[0, 40, 430]]],
  ],
  Array.from({ length: 14 }, (_, index) => [
    unit(`17W1${index}`, 'NUCLEAR', 1_310),
    [[-9_000, 9_000 - 300 * index, 1_310]],
  ]),
  // Withdrawn, run out, and an unknown capacity.
  [
    [{ ...unit('17W000003', 'NUCLEAR', 1_500), status: 'DISMISSED' }, [[-600, 6_000, 1_500]]],
    [{ ...unit('17W000004', 'NUCLEAR', 1_500), status: 'INACTIVE' }, [[-600, 6_000, 1_500]]],
    [unit('17W000005', 'FOSSIL_OIL', 700), [[-600, 6_000, null]]],
  ],
  // Without a code the name tells the unit, and without a name each message is its own; parts of hours; a gap in between.
  [
    [
      { ...unit(null, 'HYDRO_WATER_RESERVOIR', 400), unitName: 'BARRAGE 1' },
      [
        [90, 200, 400],
        [1_000, 1_010, 250],
      ],
    ],
    [{ ...unit(null, 'HYDRO_WATER_RESERVOIR', 400), unitName: 'BARRAGE 1' }, [[100, 190, 300]]],
    [{ ...unit(null, 'FOSSIL_GAS', 500), unitName: null }, [[-100, 3_000, 500]]],
    [{ ...unit(null, 'FOSSIL_GAS', 500), unitName: null }, [[-100, 3_000, 500]]],
  ],
  // More than there is of the type, and a type that is not programmable.
  [
    [unit('17W000006', 'FOSSIL_HARD_COAL', null), [[-600, 6_000, 9_000]]],
    [unit('17W000007', 'WIND_OFFSHORE', 480), [[-600, 6_000, 480]]],
  ],
]
export const outagePatternCount = outagePatterns.length

function unit(unitCode: string | null, productionType: string, installedMw: number | null) {
  return { unitCode, unitName: `UNIT ${unitCode}`, productionType, installedMw, status: 'ACTIVE' }
}

/** Messages of a pattern. */
export function outagesOf(pattern: number, hourStartMs: number): OutageNotice[] {
  return (outagePatterns[pattern] ?? []).map(([notice, periods], index) => ({
    ...notice,
    key: `message-${index}`,
    periods: periods.map(([from, to, unavailableMw]) => ({
      start: isoSecond(hourStartMs + from * minuteMs),
      end: isoSecond(hourStartMs + to * minuteMs),
      unavailableMw,
    })),
  }))
}

/** An intraday load forecast of six hours in quarter-hours; the last quarter has not been published, so its hour is not known. */
export function intradayLoadOf(hourStartMs: number): Span[] {
  return Array.from({ length: 23 }, (_, index) => ({
    start: isoSecond(hourStartMs + 15 * index * minuteMs),
    minutes: 15,
    value: 47_000 + 410 * index + (index % 3),
  }))
}

/** A weekly forecast in half-hours, from the day before to ten days ahead: low at night. */
export function weeklyLoadOf(hourStartMs: number): Span[] {
  return Array.from({ length: 24 * 2 * 11 }, (_, index) => {
    const startMs = hourStartMs + (index - 48) * 30 * minuteMs
    const hourOfDay = new Date(startMs).getUTCHours()
    return {
      start: isoSecond(startMs),
      minutes: 30,
      value: 61_000 - 1_250 * Math.abs(hourOfDay - 13) + 7 * (index % 5),
    }
  })
}
