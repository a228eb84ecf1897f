import type { AccuracyFigures } from './forecast.ts'
import type { ColorProbabilities, ColorStockLeft, GridSignalStatus, TariffColor, TariffColorInForce } from './grid.ts'
import type { EnergyScore, ScoreLevel } from './score.ts'
import type { DataMode, SourceId } from './service.ts'

// Made from the contract by `bun run docs`; change it there.

/** Everything that the dashboard shows, in one answer. */
export type Dashboard = {
  /** Kind of data: of the operator’s API, of open sources, invented, or recorded. */
  mode: DataMode
  /** Instant of the data’s clock, UTC; a replay sets it to the past. */
  generatedAt: string
  /** True when it has not been renewed for a quarter of an hour. */
  stale: boolean
  /** The score of now, as /v1/score says it; null when that refuses. */
  score: EnergyScore | null
  /** The sentences of the score in English; null when there is no score, or only an older one without them. */
  english: EnglishSentences | null
  /** Null when /v1/carbon/intensity refuses. */
  carbon: DashboardCarbon | null
  /** time of the most favourable hour, UTC; null without hours. */
  bestHour: string | null
  /** time of the least favourable hour, UTC; null without hours. */
  worstHour: string | null
  /** The next hours, in order. Empty when there is nothing to forecast, or only with a confidence below 50. */
  hours: DashboardHour[]
  /** The coming 48 hours in quarter-hours, from the next one that is forecast. Null when hours is empty. */
  outlook: DashboardOutlook | null
  /** The last 24 hours of the mix, oldest first, up to the newest published one. */
  mix: MixSlot[]
  /** Six weeks by Paris day, oldest first. */
  heatMap: HeatMapDay[]
  tariff: DashboardTariff
  /** Null when /v1/tariff/outlook refuses. */
  tariffOutlook: DashboardTariffOutlook | null
  /** Grid-tension signal of today and the days after it, as far as it is published. Empty when none covers today. */
  signals: DashboardSignalDay[]
  /** Null when no forecast has been judged yet. */
  accuracy: DashboardAccuracy | null
  /** Every source. */
  sources: DashboardSource[]
}

/** One of the next hours. */
export type DashboardHour = {
  /** Start of the hour, UTC. */
  time: string
  /** Score of the hour under the national weighting, 0 to 100. */
  globalScore: number
  /** Optimal from 70, Acceptable from 40, Unfavorable below. */
  level: ScoreLevel
  subScores: SubScoreNumbers
  /** Reliability, 0 to 100. */
  confidence: number
  /** Day-ahead price, EUR/MWh; null where it is not auctioned. */
  spotPriceEurPerMWh: number | null
  /** Expected production-boundary intensity, gCO2eq/kWh; null when no mix can be projected. */
  carbonIntensityGco2Kwh: number | null
  /** Grid-tension signal of the hour; null when none is published. */
  gridSignalStatus: GridSignalStatus | null
}

/** Values of the four dimensions; higher is more favourable for consuming. */
export type SubScoreNumbers = {
  /** Price, 0 to 100, one decimal. */
  price: number
  /** Carbon intensity, 0 to 100, one decimal. */
  carbon: number
  /** Grid signal, 0 to 100, one decimal. */
  grid: number
  /** Margin between supply and demand, 0 to 100, one decimal. */
  adequacy: number
}

/** Carbon intensity of the newest published hour. */
export type DashboardCarbon = {
  /** Start of the hour that is described, UTC. */
  dataSlotStart: string
  /** End of the hour that is described, UTC. */
  dataSlotEnd: string
  /** Total production, MW. */
  totalGenerationMW: number
  /** Low-carbon share of the production, %. */
  lowCarbonPct: number
  /** Renewable share of the production, %. */
  renewablePct: number
  /** Production boundary, gCO2eq/kWh. */
  estimatedGCo2PerKwh: number
  /** Consumption boundary, gCO2eq/kWh; null when flows or intensities were not available. */
  estimatedGCo2PerKwhConsumption: number | null
  /** Whether the consumption boundary is estimated by commercial exchanges, because physical flows are not published yet. */
  isConsumptionEstimated: boolean
}

/** One past hour of the generation mix with both intensities. */
export type MixSlot = {
  /** Start of the hour, UTC. */
  start: string
  /** Production type → mean power, MW. Null when the hour is not completely known. */
  powerMW: { [name: string]: number } | null
  /** Production boundary, gCO2eq/kWh; null like powerMW. */
  estimatedGCo2PerKwh: number | null
  /** Consumption boundary, gCO2eq/kWh; null when flows or intensities are not known. */
  estimatedGCo2PerKwhConsumption: number | null
}

/** Hourly scores of one Paris day. */
export type HeatMapDay = {
  /** Calendar day in Paris. */
  date: string
  /** Midnight in Paris, UTC. */
  firstHour: string
  /** Mean score of each hour from firstHour on: 24, or 23 and 25 when the clock changes. Null where no point is stored. */
  scores: (number | null)[]
}

/** Three-colour tariff. */
export type DashboardTariff = {
  /** Calendar day in Paris. */
  date: string
  /** Colour of that day. Null when it is not published; never a guess. */
  color: TariffColor | null
  inForce: TariffColorInForce
  /** Colour of the next day. Null when it is not published. */
  tomorrow: TariffColor | null
}

/** One tariff day, 06:00 to 06:00 in Paris, with the probabilities of its colours before rounding. */
export type DashboardTariffDay = {
  /** Day in Paris on which the tariff day begins. */
  date: string
  /** Published colour; null until it is published, even where it is certain. */
  color: TariffColor | null
  probabilities: ColorProbabilities
}

/** Colours of the three-colour tariff, today and six days ahead. */
export type DashboardTariffOutlook = {
  /** When the probabilities were computed, UTC. */
  issuedAt: string
  stock: ColorStockLeft
  /** The tariff day in force and up to six more; none after 31 August, when the stock begins anew. */
  days: DashboardTariffDay[]
}

/** Grid-tension signal of one day. */
export type DashboardSignalDay = {
  /** Calendar day in Paris. */
  date: string
  /** Which day this is, counted from today. */
  day: 'D' | 'D+1' | 'D+2' | 'D+3'
  /** Signal of the whole day. */
  status: GridSignalStatus
  /** The publisher’s sentence for the day, in French. */
  message: string
}

/** Accuracy of the carbon forecast, as /api/accuracy has it. */
export type DashboardAccuracy = {
  /** The oldest archived forecast of the version, UTC. Null when there is none. */
  measuredSince: string | null
  /** The entries of /api/accuracy for carbon over 30 days, one for each lead class. */
  figures: AccuracyFigures[]
}

/** Freshness of one source. */
export type DashboardSource = {
  /** Name of the source. */
  id: SourceId
  /** When it was last read successfully, UTC; null when never. */
  lastSuccess: string | null
  /** Who gave its newest values; null when no source has yet. Not the operator (`rte`): an open source that stands in for it, or open mode. */
  source: 'rte' | 'odre' | 'rte-zip' | 'energy-charts' | 'rte-services' | 'couleur-tempo' | 'ademe' | 'ember' | null
  /** End of the newest slot that it has given, UTC. */
  newestSlot: string | null
  /** When its next values are expected, UTC. */
  expectedNext: string | null
  /** Availability in the confidence index: 100 when on time, 0 when gone. Null for references, which are not part of it. */
  availabilityPct: number | null
  /** Weight in the confidence index; null for references. */
  confidenceWeight: number | null
}

/** The coming quarter-hours as lists of the same length: what is known by the hour is repeated. */
export type DashboardOutlook = {
  /** When the forecast was issued, UTC. */
  issuedAt: string
  /** Start of the first quarter-hour, UTC. */
  start: string
  /** Production-boundary intensity, gCO2eq/kWh; null when no mix can be projected. */
  gCo2PerKwh: (number | null)[]
  /** p10; null where too few errors are known. */
  gCo2PerKwhLow: (number | null)[]
  /** p90; null where too few errors are known. */
  gCo2PerKwhHigh: (number | null)[]
  /** Day-ahead price, EUR/MWh, or its estimate; null when unknown. */
  eurPerMwh: (number | null)[]
  /** p10; null where too few errors are known. */
  eurPerMwhLow: (number | null)[]
  /** p90; null where too few errors are known. */
  eurPerMwhHigh: (number | null)[]
  /** auction: the published price; estimate: beyond the auction; null without a price. */
  priceBasis: ('auction' | 'estimate' | null)[]
  /** Score before rounding to a whole number, national weighting, 0 to 100. */
  score: (number | null)[]
  /** p10; null where too few errors are known. */
  scoreLow: (number | null)[]
  /** p90; null where too few errors are known. */
  scoreHigh: (number | null)[]
}

/** The sentences of the score in English. */
export type EnglishSentences = {
  /** What `recommendation` says, in English. */
  recommendation: string
  details: EnglishDetails
}

/** What the `detail` of each sub-score says, in English. */
export type EnglishDetails = {
  /** What the price sub-score rests on. */
  price: string
  /** What the carbon sub-score rests on. */
  carbon: string
  /** What the grid sub-score rests on. */
  grid: string
  /** What the adequacy sub-score rests on. */
  adequacy: string
}
