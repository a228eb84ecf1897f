import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { GridSignalStatus } from '@hexawatt/shared/grid/public-signals'

/** Changes the dashboard of a calm day into one of another day. */
type Change = (dashboard: DashboardResponse) => DashboardResponse

type Column = readonly (number | null)[]
const mapColumn = (column: Column, change: (value: number) => number): (number | null)[] =>
  column.map((value) => (value === null ? null : change(value)))

const [red, white, blue] = [
  { blue: 0, white: 0, red: 1 },
  { blue: 0, white: 1, red: 0 },
  { blue: 1, white: 0, red: 0 },
]

/** The signal of each hour of a day: one status from 8 to 13 h, one from 18 to 20 h, calm at all others. */
const signalHours = (morning: GridSignalStatus, evening: GridSignalStatus): GridSignalStatus[] =>
  Array.from({ length: 24 }, (_, hour) =>
    hour >= 8 && hour < 13 ? morning : hour >= 18 && hour < 20 ? evening : 'Favorable',
  )

const signalDays = (dashboard: DashboardResponse, days: readonly GridSignalStatus[]): DashboardResponse['signals'] =>
  dashboard.signals.map((signal, index) => {
    const status = days[index] ?? 'Favorable'
    return { ...signal, status, hours: status === 'Favorable' ? signal.hours : signalHours('Tendu', status) }
  })

/** Emissions of all hours by a factor, and scores by another. */
function scaleOutlook(dashboard: DashboardResponse, grams: number, scores: number): DashboardResponse['outlook'] {
  const { outlook } = dashboard
  if (outlook === null) return null
  const heavier = (column: Column) => mapColumn(column, (value) => value * grams)
  const lower = (column: Column) => mapColumn(column, (value) => value * scores)
  return {
    ...outlook,
    gCo2PerKwh: heavier(outlook.gCo2PerKwh),
    gCo2PerKwhLow: heavier(outlook.gCo2PerKwhLow),
    gCo2PerKwhHigh: heavier(outlook.gCo2PerKwhHigh),
    score: lower(outlook.score),
    scoreLow: lower(outlook.scoreLow),
    scoreHigh: lower(outlook.scoreHigh),
  }
}

/** Gas and coal in place of sun and of a third of the wind. */
const burn: Change = (dashboard) => ({
  ...dashboard,
  mix: dashboard.mix.map((slot) => {
    if (slot.powerMW === null) return slot
    const {
      SOLAR: sunMw = 0,
      WIND_ONSHORE: windMw = 0,
      FOSSIL_GAS: gasMw = 0,
      FOSSIL_HARD_COAL: coalMw = 0,
    } = slot.powerMW
    const [lostSun, lostWind] = [0.8 * sunMw, windMw / 3]
    const powerMW = {
      ...slot.powerMW,
      SOLAR: sunMw - lostSun,
      WIND_ONSHORE: windMw - lostWind,
      FOSSIL_GAS: gasMw + 7_000,
      FOSSIL_HARD_COAL: coalMw + 1_000,
    }
    return { ...slot, powerMW, estimatedGCo2PerKwh: 68, estimatedGCo2PerKwhConsumption: 73 }
  }),
  carbon: dashboard.carbon && {
    ...dashboard.carbon,
    lowCarbonPct: 86,
    estimatedGCo2PerKwh: 68,
    estimatedGCo2PerKwhConsumption: 73,
  },
  exchanges: dashboard.exchanges && {
    ...dashboard.exchanges,
    neighbours: dashboard.exchanges.neighbours.map((one) => ({
      ...one,
      netImportMw: one.netImportMw === null ? null : Math.abs(one.netImportMw) / 2,
    })),
    netImportMw: dashboard.exchanges.netImportMw === null ? null : Math.abs(dashboard.exchanges.netImportMw) / 2,
  },
  score: dashboard.score && { ...dashboard.score, globalScore: 28, level: 'Unfavorable' },
  outlook: scaleOutlook(dashboard, 3.4, 0.36),
})

/** Days of the season that are left once today and tomorrow are placed; a red day never falls on a weekend. */
const stock = { redLeft: 5, whiteLeft: 11 }
const isWeekend = (date: string): boolean => Temporal.PlainDate.from(date).dayOfWeek > 5

/** A red day of Tempo with a very tense evening; white and tense tomorrow. */
const makeRed: Change = (dashboard) => ({
  ...burn(dashboard),
  tariff: {
    ...dashboard.tariff,
    color: 'Rouge',
    inForce: { ...dashboard.tariff.inForce, color: 'Rouge' },
    tomorrow: 'Blanc',
  },
  tariffOutlook: dashboard.tariffOutlook && {
    ...dashboard.tariffOutlook,
    stock,
    days: dashboard.tariffOutlook.days.map((day, index) => {
      if (index === 0) return { ...day, color: 'Rouge', probabilities: red }
      if (index === 1) return { ...day, color: 'Blanc', probabilities: white }
      const probabilities = isWeekend(day.date)
        ? { blue: 0.7, white: 0.3, red: 0 }
        : { blue: 0.1, white: 0.4, red: 0.5 }
      return { ...day, color: null, probabilities }
    }),
  },
  signals: signalDays(dashboard, ['TresTendu', 'Tendu']),
})

/** A blue day of Tempo; tense hours today. */
const makeTense: Change = (dashboard) => ({
  ...dashboard,
  tariff: {
    ...dashboard.tariff,
    color: 'Bleu',
    inForce: { ...dashboard.tariff.inForce, color: 'Bleu' },
    tomorrow: 'Rouge',
  },
  tariffOutlook: dashboard.tariffOutlook && {
    ...dashboard.tariffOutlook,
    stock,
    days: dashboard.tariffOutlook.days.map((day, index) =>
      index < 2 ? { ...day, color: index === 0 ? 'Bleu' : 'Rouge', probabilities: index === 0 ? blue : red } : day,
    ),
  },
  signals: signalDays(dashboard, ['Tendu']),
})

/** A sunny Sunday: market prices below zero for six hours. */
const makeNegative: Change = (dashboard) => {
  const { outlook } = dashboard
  if (outlook === null) return dashboard
  const lower = (column: Column) => column.map((value, slot) => (value !== null && slot % 96 < 24 ? -35 : value))
  return {
    ...dashboard,
    outlook: {
      ...outlook,
      eurPerMwh: lower(outlook.eurPerMwh),
      eurPerMwhLow: lower(outlook.eurPerMwhLow),
      eurPerMwhHigh: lower(outlook.eurPerMwhHigh),
    },
    score: dashboard.score && { ...dashboard.score, spotPriceEurPerMWh: -35 },
    hours: dashboard.hours.map((hour, index) => (index % 24 < 6 ? { ...hour, spotPriceEurPerMWh: -35 } : hour)),
  }
}

/** Two sources that have stopped, with what depends on them. */
const makeMissing: Change = (dashboard) => ({
  ...dashboard,
  signals: [],
  exchanges: null,
  consumption: null,
  carbon: dashboard.carbon && { ...dashboard.carbon, estimatedGCo2PerKwhConsumption: null },
  score: dashboard.score && { ...dashboard.score, confidence: 82 },
  sources: dashboard.sources.map((source) =>
    source.id === 'physical_flows' || source.id === 'grid_signals'
      ? { ...source, availabilityPct: 0, newestSlot: null }
      : source,
  ),
})

/** Everything as it was two hours ago. */
const makeStale: Change = (dashboard) => {
  const { generatedAt, outlook, carbon, mix, exchanges } = dashboard
  const shift = <Slot extends { start: string }>(slot: Slot): Slot => ({ ...slot, start: addHours(slot.start, -2) })
  return {
    ...dashboard,
    generatedAt: addHours(generatedAt, -2),
    outlook: outlook && { ...shift(outlook), issuedAt: addHours(outlook.issuedAt, -2) },
    carbon: carbon && {
      ...carbon,
      dataSlotStart: addHours(carbon.dataSlotStart, -2),
      dataSlotEnd: addHours(carbon.dataSlotEnd, -2),
    },
    mix: mix.map(shift),
    exchanges: exchanges && { ...shift(exchanges), end: addHours(exchanges.end, -2) },
    sources: dashboard.sources.map((source) => ({
      ...source,
      newestSlot: source.newestSlot && addHours(source.newestSlot, -2),
      lastSuccess: source.lastSuccess && addHours(source.lastSuccess, -2),
    })),
  }
}

/** Nothing of the coming hours is known. */
const makeUnforecast: Change = (dashboard) => ({
  ...dashboard,
  bestHour: null,
  worstHour: null,
  hours: [],
  outlook: null,
})

/** No further than the auction of tomorrow: the hills end, the sky goes on. */
const makePartial: Change = (dashboard) => {
  const { outlook } = dashboard
  if (outlook === null) return dashboard
  const cut = (column: Column) => column.map((value, slot) => (slot >= 120 ? null : value))
  return {
    ...dashboard,
    outlook: {
      ...outlook,
      gCo2PerKwh: cut(outlook.gCo2PerKwh),
      gCo2PerKwhLow: cut(outlook.gCo2PerKwhLow),
      gCo2PerKwhHigh: cut(outlook.gCo2PerKwhHigh),
      score: cut(outlook.score),
      scoreLow: cut(outlook.scoreLow),
      scoreHigh: cut(outlook.scoreHigh),
    },
  }
}

/** States of the data that the pages are looked at in, by their changes of a calm day. */
export const scenarios: Readonly<Record<string, Change>> = {
  calm: (dashboard) => dashboard,
  red: makeRed,
  tense: makeTense,
  negative: makeNegative,
  stale: makeStale,
  'source-missing': makeMissing,
  'no-forecast': makeUnforecast,
  partial: makePartial,
}

const addHours = (at: string, hours: number): string => Temporal.Instant.from(at).add({ hours }).toString()
