import type { HoursResponse } from '../../../contract/hours.ts'
import type { ContractCertainty, ContractKind } from '../../../contract/planning/contracts.ts'
import type { LoadCurveKind, Remark } from '../load-curve.ts'

// What a load curve emitted and cost. Instants are ISO 8601 in UTC; days and months are those of Paris. A figure that is unknown is null or is listed
// as unknown: nothing is guessed, and nothing is scaled up to hours that are not known.

/** Intensities of the grid by which consumption is valued. */
export const intensityKinds = ['production', 'consumption', 'direct'] as const
export type IntensityKind = (typeof intensityKinds)[number]

export type TimeRange = { from: string; to: string }

/** Emissions of the consumption by one intensity. */
export type EmissionFigures = {
  /** Emissions of the energy whose intensity is known; null if it is known of none. */
  kgCo2eq: number | null
  knownKwh: number
  /** Share of the energy whose intensity is known, 0 to 1; null without energy. */
  knownShare: number | null
  /** Mean intensity, weighted by the consumption. */
  gCo2eqPerKwh: number | null
  /** Mean intensity of the grid over the same hours, weighted by time only. */
  gridGCo2eqPerKwh: number | null
}

/** Cost of the consumption under one contract. */
export type CostFigures = {
  key: string
  /** Cost of the energy whose price is known; null if it is known of none. */
  energyEur: number | null
  knownKwh: number
  knownShare: number | null
  /** Subscription of every day of the period; null where it is unknown for a day. */
  subscriptionEur: number | null
  /** Energy and subscription; null where the subscription or the price of a part of the energy is unknown. */
  totalEur: number | null
}

/** Figures of a Paris month, or of the whole period. */
export type PeriodFigures = {
  /** Days of Paris that the period touches; the subscription counts whole days. */
  days: number
  periodMinutes: number
  /** Minutes of the period for which the file has a value. */
  coveredMinutes: number
  /** Hours of the clock that the file covers in part. */
  partlyCoveredHours: number
  energyKwh: number
  emissions: Record<IntensityKind, EmissionFigures>
  /** In the order of the contracts. */
  costs: CostFigures[]
}

/** Why a figure of an hour is unknown. */
export type UnknownReason =
  /** The months that were given do not have the hour. */
  | 'no-month'
  | 'no-intensity'
  | 'no-color'
  | 'no-auction-price'
  /** The table has no price for the day and the subscribed power. */
  | 'no-price'
  /** The contract needs the customer's off-peak hours. */
  | 'no-off-peak-hours'

/** Energy whose emissions or cost are unknown. */
export type UnknownFigure = {
  /** An intensity, or the key of a contract. */
  figure: { intensity: IntensityKind } | { contract: string }
  energyKwh: number
  /** Hours of consumption, by minutes. */
  hours: number
  /** Runs of consecutive steps with one reason, at most 100. */
  ranges: (TimeRange & { reason: UnknownReason; energyKwh: number })[]
  /** Runs beyond those that are listed. */
  unlistedRanges: number
}

/** What is known of a contract over the period. */
export type ContractFacts = {
  key: string
  id: string
  name: string
  kind: ContractKind | 'spot'
  /** The least certain of the prices that were used; null if none was. */
  certainty: ContractCertainty | null
  /** Versions that were used, each with its own source. */
  versions: { from: string; to: string | null; source: string; certainty: ContractCertainty; note: string | null }[]
}

/** Costs of the hours whose price is known under every contract. */
export type Comparison = {
  /** `total`: energy and subscription; `energy`: the subscription of a contract is unknown, hence none is counted. */
  basis: 'total' | 'energy'
  comparedKwh: number
  comparedHours: number
  /** Share of the energy of the file that is compared, 0 to 1. */
  comparedShare: number
  contracts: {
    key: string
    energyEur: number
    /** Of the compared days; null where it is unknown. */
    subscriptionEur: number | null
    /** What is compared: by the basis with or without the subscription. */
    comparedEur: number
    /** Less the same of the current contract; null without one. */
    differenceToCurrentEur: number | null
  }[]
  /** Key of the cheapest contract; of equal costs the current contract, else the first. */
  best: string
  current: string | null
  withoutSubscription: string[]
}

/** How much would have to change for a contract to cost the same as another. */
export type BreakEvenAnswer =
  /** It costs no more as it is; `marginEur` is what it saves. */
  | { state: 'already'; marginEur: number }
  /** Energy to move on each of the days. */
  | { state: 'possible'; kwhPerDay: number }
  /** `missingEur` is left even if all of it is moved. */
  | { state: 'never'; missingEur: number }

/** Energy to move out of the red peak hours of each red day. The other contract is counted as it is, without the move. */
export type TempoBreakEven = {
  key: string
  /** The current contract or, if that is the contract itself or none is given, the cheapest other one. */
  reference: string
  /** Both with their subscriptions, or of energy only because one is unknown. */
  basis: Comparison['basis']
  /** Red days among the compared days. */
  redDays: number
  /** Compared consumption in red peak hours, all red days together. */
  redPeakKwh: number
  /** Moved to the off-peak hours of the same red day. */
  intoRedOffPeak: BreakEvenAnswer
  /** Moved to the off-peak hours of a blue day. */
  intoBlueOffPeak: BreakEvenAnswer
}

/** Share of the energy that must be consumed off-peak. */
export type OffPeakBreakEven = {
  key: string
  /** The contract with one price that it is compared with. */
  reference: string
  /** As of {@link TempoBreakEven}. */
  basis: Comparison['basis']
  offPeakShare: number
  /** Share at which both cost the same; may be below 0 or above 1. Null where peak and off-peak cost the same. */
  neededShare: number | null
  /** Energy to move from peak to off-peak on each compared day. */
  answer: BreakEvenAnswer
}

/** A load that runs once a day. */
export type DailyLoad = {
  energyKwh: number
  minutes: number
  /** Clock time in Paris at which it starts today, minutes of the day. */
  usualStartMinute: number
  /** Clock times in Paris between which it may run, minutes of the day; crosses midnight when the end is not after the start. Null: the day from 00:00 to 24:00. */
  window: { fromMinute: number; toMinute: number } | null
}

/** What a daily load would have saved at the best start of each day: an upper bound, because the best start is known only afterwards. */
export type MovedLoad = {
  load: DailyLoad
  /** Days on which the file has at least the energy of the load at its usual time: only these can save. */
  daysWithLoad: number
  daysWithoutLoad: number
  contracts: {
    key: string
    /** Days with the load on which price and intensity of the usual time are known. */
    countedDays: number
    unknownDays: number
    /** Start with the lowest cost of each day; of equal costs the one that emits least, then the earliest. */
    byPrice: { savedEur: number; savedKgCo2eq: number }
    /** Start with the lowest emissions of each day; of equal emissions the cheapest, then the earliest. */
    byCarbon: { savedEur: number; savedKgCo2eq: number }
  }[]
}

/** A limitation of the figures that the reader of a statement must know: a code, and the figures of its sentence. The texts are in `texts/`. */
export type Caveat = { code: CaveatCode; values: Record<string, string | number> }

export type CaveatCode =
  /** The period has `days` days, less than a year: not every season is in it. */
  | 'less-than-a-year'
  /** Tempo is compared, and the period covers `days` of the 151 or 152 days of November to March, with `redDays` red days. */
  | 'red-days-incomplete'
  /** `percent` of the energy are compared. */
  | 'comparison-partial'
  /** `contracts` have no known subscription. */
  | 'energy-only'
  /** Prices of `contracts` rest on secondary sources only. */
  | 'unconfirmed-prices'
  /** The market price is counted by its hourly means. */
  | 'spot-hourly-means'
  /** The consumption intensity of some hours in `months` is estimated by commercial exchanges. */
  | 'estimated-consumption'
  /** Figures of `months` may still change. */
  | 'months-incomplete'
  /** No figures of `months` were given. */
  | 'months-missing'
  /** `kwh` fed into the grid are not counted. */
  | 'injection-not-counted'
  /** The best starts were chosen in hindsight. */
  | 'perfect-hindsight'

export type Statement = {
  /** Version of the formulas of the statement. */
  statementVersion: number
  timeZone: HoursResponse['timeZone']
  from: string
  to: string
  file: { kind: LoadCurveKind; steps: number; injectedKwh: number | null; remarks: Remark[] }
  total: PeriodFigures
  months: ({ month: string } & PeriodFigures)[]
  /** Ranges without a value, at most 100. */
  gaps: TimeRange[]
  unlistedGaps: number
  /** Only figures that could not be counted for all hours. */
  unknown: UnknownFigure[]
  contracts: ContractFacts[]
  /** Null without a contract, and where no hour has a known price under all of them. */
  comparison: Comparison | null
  breakEvens: { tempo: TempoBreakEven[]; offPeak: OffPeakBreakEven[] }
  moved: MovedLoad | null
  caveats: Caveat[]
  /** Versions of the intensities of the months that were used, with the hours of each. */
  methodologyVersions: HoursResponse['methodologyVersions']
  /** Sources of the months that were used. Those of the prices are in `contracts`. */
  sources: HoursResponse['sources']
}
