import type { GridSignalStatus, TariffColor } from './grid.ts'
import type { ForecastVersions, ScoreWeights } from './score.ts'
import type { PriceCertainty } from './tariffs.ts'

// Made from the contract by `bun run docs`; change it there.

/** Carbon, price, score, signal and tariff colour of the coming hours, with bands. */
export type Outlook = {
  /** When the forecast was issued, UTC. */
  issuedAt: string
  /** Hours that are served: fewer when the plan reaches less far or less is known. */
  servedHours: number
  /** Length of a slot. */
  resolution: '1h' | '15m'
  methodologyVersions: ForecastVersions
  /** In order, without a hole. Empty when there is nothing to forecast. */
  slots: OutlookSlot[]
}

/** Everything that is forecast of one hour or quarter-hour. */
export type OutlookSlot = {
  /** Start of the slot, UTC. */
  start: string
  /** End of the slot, UTC. */
  end: string
  carbon: OutlookIntensity
  directCarbon: OutlookIntensity
  price: OutlookPrice
  /** Score of the slot, national weighting, 0 to 100. */
  globalScore: number | null
  /** Published signal of the hour; null when unknown. */
  gridSignal: GridSignalStatus | null
  /** Colour of the three-colour tariff: the published one, else the most probable; null when unknown. */
  tariffColor: TariffColor | null
  /** Whether the colour is published or a forecast; null without a colour. */
  tariffColorBasis: 'published' | 'forecast' | null
}

/** Production-boundary intensity: carbon with life-cycle factors, directCarbon with the operator’s direct factors. */
export type OutlookIntensity = {
  /** Forecast, gCO2eq/kWh; null when no mix can be projected. */
  gCo2PerKwh: number | null
  /** p10; null where too few errors are known. */
  low: number | null
  /** p90; null where too few errors are known. */
  high: number | null
}

/** Market price. An auctioned one is certain: low and high are itself. */
export type OutlookPrice = {
  /** Day-ahead price, EUR/MWh, or its estimate; null when unknown. */
  eurPerMwh: number | null
  /** p10; null where too few errors are known. */
  low: number | null
  /** p90; null where too few errors are known. */
  high: number | null
  /** auction: the published price; estimate: beyond the auction. */
  basis: 'auction' | 'estimate'
}

/** When to run a load, and what that saves. */
export type Schedule = {
  /** When the forecast was issued, UTC. */
  issuedAt: string
  /** End of the window that was searched: latest, or what the plan reaches, UTC. */
  servedUntil: string
  /** What was minimised. */
  objective: 'cost' | 'carbon' | 'score'
  /** Emission factors of the grams. */
  emissions: 'lifecycle' | 'direct'
  /** Tariff of the cost. */
  tariff: 'spot' | 'base' | 'hphc' | 'tempo'
  /** central: the forecast was minimised; prudent: its p90. */
  estimate: 'central' | 'prudent'
  /** Preset that was applied, or custom for own weights; null for the default national weighting. */
  profileApplied: string | null
  weightsApplied: ScoreWeights
  plan: SchedulePlan
  baselines: ScheduleBaselines
  savings: ScheduleSavings
  /** Each is the best plan that shares no quarter-hour with those before it. */
  alternatives: SchedulePlan[]
  /** Probability that the plan turns out better than startNow, by the errors of earlier forecasts; null when unknown. */
  probabilityBetterThanNow: number | null
  /** Probability of at least 0.6 and a saving of at least 3 % (3 points of the score); null when unknown. */
  worthWaiting: boolean | null
  /** What to do, one sentence with figures; it says what is unknown and why. In French, or in English where Accept-Language prefers it. */
  advice: string
  /** When new inputs are expected before the last piece begins, UTC; null when the plan is final. */
  recomputeAfter: string | null
  /** The least reliability of the hours of the plan, 0 to 100. */
  confidence: number
  methodologyVersions: ForecastVersions
}

/** When a load runs, and what that comes to. */
export type SchedulePlan = {
  /** Pieces in the order of time. */
  segments: PlanSegment[]
  /** Energy of the load, kWh: exactly what was asked for. */
  energyKWh: number
  /** What it costs; null when a price is unknown, as advice says. */
  cost: PlanCost | null
  /** What it emits; null when an intensity is unknown, as advice says. */
  carbon: PlanCarbon | null
  /** Mean score, 0 to 100; null when one is unknown. */
  globalScore: number | null
  /** Worst published signal of its hours; null when one is unknown. */
  worstGridSignal: GridSignalStatus | null
}

/** A piece in which the load runs without a break. */
export type PlanSegment = {
  /** Start, a full quarter-hour, UTC. */
  start: string
  /** End, UTC. */
  end: string
  /** Power, kW: the same in every piece. */
  powerKW: number
  /** Energy of the piece, kWh. */
  energyKWh: number
}

/** What a plan costs. */
export type PlanCost = {
  /** Expected cost, EUR, without subscription. */
  eur: number
  /** p10 of the whole plan; null where too few errors are known. */
  low: number | null
  /** p90 of the whole plan; for three colours, red wherever red is possible. */
  high: number | null
  /** auction: every price is published; estimate: one is not; regulated: a tariff; expected: weighted with the probabilities of colours. */
  basis: 'auction' | 'estimate' | 'regulated' | 'expected'
  /** Whether every price is confirmed. */
  certainty: PriceCertainty
}

/** What a plan emits. */
export type PlanCarbon = {
  /** Expected emissions, g of CO2 equivalent. */
  gCo2eq: number
  /** p10 of the whole plan; null where too few errors are known. */
  low: number | null
  /** p90 of the whole plan; for three colours, red wherever red is possible. */
  high: number | null
  /** Mean intensity, gCO2eq/kWh. */
  gCo2PerKwh: number
}

/** What the plan is compared with: startNow in one piece from the earliest start on, asLate in one piece up to the latest end, worst the worst plan under the same constraints. */
export type ScheduleBaselines = {
  startNow: SchedulePlan
  asLate: SchedulePlan
  worst: SchedulePlan
  /** The hours that were best yesterday, with today’s forecast; null when yesterday is not known. */
  yesterday: SchedulePlan | null
}

/** What the plan saves next to startNow and yesterday. */
export type ScheduleSavings = {
  vsNow: ScheduleSaving
  /** Next to yesterday; null when that is. */
  vsYesterday: ScheduleSaving | null
}

/** What the plan saves next to a baseline. */
export type ScheduleSaving = {
  /** EUR saved, the difference of the two served costs; negative = the plan costs more. Null when a cost is unknown. */
  eur: number | null
  /** Grams saved, the difference of the two served figures; null when unknown. */
  gCo2eq: number | null
  /** Points of the score gained, the difference of the two served scores; null when unknown. */
  score: number | null
  /** Share of the objective saved, %; null for the score, and next to less than 0.01 EUR or g. */
  pct: number | null
}
