import type { GridSignalStatus, TariffColor } from './grid.ts'
import type { ForecastVersions, ScoreWeights } from './score.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Whether a price is confirmed, or rests on secondary sources only. */
export type PriceCertainty = 'confirmed' | 'unconfirmed'

/** Carbon intensity, price, score, grid signal and tariff colour of the coming hours, with uncertainty bands. */
export type Outlook = {
  /** Time at which the forecast was issued, UTC. */
  issuedAt: string
  /** Number of hours served. It is lower than requested when the plan or the available data end earlier: without weather forecasts the outlook ends after 48 hours. */
  servedHours: number
  /** Length of a slot. */
  resolution: '1h' | '15m'
  methodologyVersions: ForecastVersions
  /** Slots in chronological order, without gaps. Empty when no forecast exists. */
  slots: OutlookSlot[]
}

/** All forecast values of one hour or quarter-hour. */
export type OutlookSlot = {
  /** Start of the slot, UTC. */
  start: string
  /** End of the slot, UTC. */
  end: string
  carbon: OutlookIntensity
  directCarbon: OutlookIntensity
  consumptionCarbon: OutlookIntensity
  directConsumptionCarbon: OutlookIntensity
  price: OutlookPrice
  /** Score of the slot with the national weighting, 0 to 100. Null when unknown. */
  globalScore: number | null
  /** Published grid-tension signal of the hour. Null when unknown. */
  gridSignal: GridSignalStatus | null
  /** Colour of the three-colour tariff (Tempo): the published colour, otherwise the most probable colour. Null when unknown. */
  tariffColor: TariffColor | null
  /** published or forecast: basis of tariffColor. Null when tariffColor is null. */
  tariffColorBasis: 'published' | 'forecast' | null
}

/** Carbon intensity of an hour. carbon and directCarbon: French generation; consumptionCarbon and directConsumptionCarbon: French consumption, imports of the hour included. carbon and consumptionCarbon use life-cycle factors, the other two direct factors. */
export type OutlookIntensity = {
  /** Forecast intensity, gCO2eq/kWh. Null when no mix, or for consumption no imports, can be forecast. */
  gCo2PerKwh: number | null
  /** Lower limit (p10). Null when too few past forecast errors are known. */
  low: number | null
  /** Upper limit (p90). Null when too few past forecast errors are known. */
  high: number | null
}

/** Market price. An auctioned price is certain: low and high are equal to it. */
export type OutlookPrice = {
  /** Day-ahead price or its estimate, EUR/MWh. Null when unknown. */
  eurPerMwh: number | null
  /** Lower limit (p10). Null when too few past forecast errors are known. */
  low: number | null
  /** Upper limit (p90). Null when too few past forecast errors are known. */
  high: number | null
  /** auction: published auction price; estimate: estimated price beyond the auction. */
  basis: 'auction' | 'estimate'
}

/** Best time to run a load, and the saving. */
export type Schedule = {
  /** Time at which the forecast was issued, UTC. */
  issuedAt: string
  /** End of the searched window, UTC: latest, or an earlier time when the forecast of the plan ends earlier. */
  servedUntil: string
  /** Objective of the plan: lowest cost, lowest emissions (carbon) or best score. */
  objective: 'cost' | 'carbon' | 'score'
  /** Emissions that are counted: of generation with life-cycle (lifecycle) or direct factors (direct), or of consumption, imports included (consumption). */
  emissions: 'lifecycle' | 'direct' | 'consumption'
  /** Contract behind the cost: spot, or the id of a contract of GET /api/tariffs. */
  tariff: string
  /** central: the plan minimises the central forecast; prudent: it minimises p90 (for the score: maximises p10). */
  estimate: 'central' | 'prudent'
  /** Preset that was applied, or custom for custom weights. Null for the default national weighting. */
  profileApplied: string | null
  weightsApplied: ScoreWeights
  plan: SchedulePlan
  baselines: ScheduleBaselines
  savings: ScheduleSavings
  /** Alternative plans, best first. No alternative shares a quarter-hour with the plan or with an earlier alternative. */
  alternatives: SchedulePlan[]
  /** Quantity in which the plan must beat startNow for probabilityBetterThanNow and worthWaiting: the objective, or carbon when the objective is cost and both plans cost the same. */
  comparedBy: 'cost' | 'carbon' | 'score'
  /** Probability, 0 to 1, that the plan turns out better than startNow, calculated from past forecast errors. For emissions it is corrected for the choice of the plan, which favours slots whose forecast is too low. Null when unknown. */
  probabilityBetterThanNow: number | null
  /** True when waiting pays: probabilityBetterThanNow is at least 0.6 and the saving at least 3 % (for the score, 3 points). Null when unknown. */
  worthWaiting: boolean | null
  /** Advice in one sentence with figures; it states which values are unknown and why. In French, or in English when Accept-Language prefers English. */
  advice: string
  /** Time at which new input data are expected before the last segment begins, UTC: request the schedule again then. Null when the plan is final. */
  recomputeAfter: string | null
  /** Lowest confidence of the hours of the plan, 0 to 100. */
  confidence: number
  methodologyVersions: ForecastVersions
}

/** Times at which a load runs, with cost, emissions and score. */
export type SchedulePlan = {
  /** Segments in chronological order. */
  segments: PlanSegment[]
  /** Energy of the load, kWh: exactly the requested energy. */
  energyKWh: number
  /** Cost of the plan. Null when a price is unknown; advice then states the reason. */
  cost: PlanCost | null
  /** Emissions of the plan. Null when a carbon intensity is unknown; advice then states the reason. */
  carbon: PlanCarbon | null
  /** Mean score of the plan, 0 to 100. Null when the score of a slot is unknown. */
  globalScore: number | null
  /** Worst published grid-tension signal during the plan. Null when the signal of an hour is unknown. */
  worstGridSignal: GridSignalStatus | null
}

/** Segment in which the load runs without interruption. */
export type PlanSegment = {
  /** Start of the segment, a full quarter-hour, UTC. */
  start: string
  /** End of the segment, UTC. */
  end: string
  /** Power, kW: the same in every segment. */
  powerKW: number
  /** Energy of the segment, kWh. */
  energyKWh: number
}

/** Cost of a plan. */
export type PlanCost = {
  /** Expected cost, EUR, without the subscription. */
  eur: number
  /** Lower limit (p10) for the whole plan. Null when too few past forecast errors are known. */
  low: number | null
  /** Upper limit (p90) for the whole plan. With the three-colour tariff, the cost if every day that can be red is red. Null when too few past forecast errors are known. */
  high: number | null
  /** auction: all prices are published auction prices; estimate: at least one price is estimated; regulated: prices of a contract of GET /api/tariffs, also of one that is not regulated; expected: prices weighted with the probabilities of the tariff colours. */
  basis: 'auction' | 'estimate' | 'regulated' | 'expected'
  /** confirmed: all prices are confirmed; unconfirmed: at least one price rests on secondary sources only. */
  certainty: PriceCertainty
}

/** Emissions of a plan. */
export type PlanCarbon = {
  /** Expected emissions, gCO2eq. */
  gCo2eq: number
  /** Lower limit (p10) for the whole plan. Null when too few past forecast errors are known. */
  low: number | null
  /** Upper limit (p90) for the whole plan. With the three-colour tariff, the cost if every day that can be red is red. Null when too few past forecast errors are known. */
  high: number | null
  /** Mean carbon intensity, gCO2eq/kWh. */
  gCo2PerKwh: number
}

/** Baselines of the plan. startNow: one segment from the earliest start on; asLate: one segment up to the latest end; worst: the worst plan under the same constraints. */
export type ScheduleBaselines = {
  startNow: SchedulePlan
  asLate: SchedulePlan
  worst: SchedulePlan
  /** Plan at the hours that were best yesterday, evaluated with today’s forecast. Null when the values of yesterday are unknown. */
  yesterday: SchedulePlan | null
}

/** Savings of the plan compared with the baselines startNow and yesterday. */
export type ScheduleSavings = {
  vsNow: ScheduleSaving
  /** Saving compared with the baseline yesterday. Null when that baseline is null. */
  vsYesterday: ScheduleSaving | null
}

/** Saving of the plan compared with a baseline. */
export type ScheduleSaving = {
  /** Cost saved, EUR: the difference between the two rounded costs. Negative when the plan costs more. Null when a cost is unknown. */
  eur: number | null
  /** Emissions saved, gCO2eq: the difference between the two rounded values. Null when unknown. */
  gCo2eq: number | null
  /** Score points gained: the difference between the two rounded scores. Null when unknown. */
  score: number | null
  /** Saving of the objective, %; of the emissions when the objective is cost and both plans cost the same. Null for the objective score, and when the baseline is below 0.01 EUR or 0.01 gCO2eq. */
  pct: number | null
}

/** Forecast by quarter-hour as lists of equal length. Values that are known by the hour are repeated. */
export type DashboardOutlook = {
  /** Time at which the forecast was issued, UTC. */
  issuedAt: string
  /** Start of the first quarter-hour, UTC. */
  start: string
  /** Production-boundary intensity, gCO2eq/kWh. Null when no mix can be forecast. */
  gCo2PerKwh: (number | null)[]
  /** Lower limit (p10). Null when too few past forecast errors are known. */
  gCo2PerKwhLow: (number | null)[]
  /** Upper limit (p90). Null when too few past forecast errors are known. */
  gCo2PerKwhHigh: (number | null)[]
  /** Day-ahead price or its estimate, EUR/MWh. Null when unknown. */
  eurPerMwh: (number | null)[]
  /** Lower limit (p10). Null when too few past forecast errors are known. */
  eurPerMwhLow: (number | null)[]
  /** Upper limit (p90). Null when too few past forecast errors are known. */
  eurPerMwhHigh: (number | null)[]
  /** auction: published auction price; estimate: estimated price beyond the auction. Null when the price is unknown. */
  priceBasis: ('auction' | 'estimate' | null)[]
  /** Score with the national weighting before rounding to a whole number, 0 to 100. */
  score: (number | null)[]
  /** Lower limit (p10). Null when too few past forecast errors are known. */
  scoreLow: (number | null)[]
  /** Upper limit (p90). Null when too few past forecast errors are known. */
  scoreHigh: (number | null)[]
  /** Forecast wind power, on- and offshore, MW. Null when unknown. */
  windMw: (number | null)[]
  /** Forecast solar power, MW. Null when unknown. */
  solarMw: (number | null)[]
}
