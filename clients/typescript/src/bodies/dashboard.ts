import type { AccuracyFigures } from './forecast.ts'
import type { ColorProbabilities, ColorStockLeft, GridSignalStatus, TariffColor, TariffColorInForce } from './grid.ts'
import type { DashboardConsumption } from './hours.ts'
import type { DashboardOutlook } from './planning.ts'
import type { DashboardExchanges, DashboardRegions } from './regions.ts'
import type { EnergyScore, ScoreLevel } from './score.ts'
import type { DataMode, Incident, LoadedPast, PublisherId, SourceId } from './service.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** All data of the dashboard in one response. */
export type Dashboard = {
  /** Kind of data. live: from the API of the transmission system operator; open: from open sources; demo: invented; replay: recorded. */
  mode: DataMode
  /** Time of this response by the clock of the data, UTC. A replay sets this clock to the past. */
  generatedAt: string
  /** True when the dashboard has not been updated for 15 minutes. */
  stale: boolean
  /** Current score, as in /v1/score. Null when /v1/score answers with an error. */
  score: EnergyScore | null
  /** English translation of the sentences of the score. Null when there is no score, or when the score was computed without a translation. */
  english: EnglishSentences | null
  /** Null when /v1/carbon/intensity answers with an error. */
  carbon: DashboardCarbon | null
  /** Start of the hour with the best score, UTC. Null when hours is empty. */
  bestHour: string | null
  /** Start of the hour with the worst score, UTC. Null when hours is empty. */
  worstHour: string | null
  /** Coming hours in chronological order. Empty when no forecast exists, or when its confidence is below 50. */
  hours: DashboardHour[]
  /** Forecast of the next 48 hours by quarter-hour, of the next 72 while the service has weather forecasts. Null when hours is empty. */
  outlook: DashboardOutlook | null
  /** Generation mix of the last 24 published hours, oldest first. */
  mix: MixSlot[]
  /** Hourly scores of the last six weeks by Paris day, oldest day first. */
  heatMap: HeatMapDay[]
  tariff: DashboardTariff
  /** Null when /v1/tariff/outlook answers with an error. */
  tariffOutlook: DashboardTariffOutlook | null
  /** Grid-tension signal of today and the following days, as far as it is published. Empty when no published signal covers today. */
  signals: DashboardSignalDay[]
  /** Null when no exchange of the last six hours is known. */
  exchanges: DashboardExchanges | null
  /** Null when /v1/carbon/consumption answers with an error. */
  consumption: DashboardConsumption | null
  /** Null when /v1/carbon/regions answers with an error. */
  regions: DashboardRegions | null
  /** Null when no forecast has been evaluated yet. */
  accuracy: DashboardAccuracy | null
  /** Freshness of every source. */
  sources: DashboardSource[]
  /** Past that the installation loads by itself. Null when it loads none: in a replay, and with LOAD_PAST=off. */
  history: LoadedPast | null
  /** Newest incidents of the installation, the newest first. Null while they are not known. */
  incidents: Incident[] | null
}

/** One of the coming hours. */
export type DashboardHour = {
  /** Start of the hour, UTC. */
  time: string
  /** Score of the hour with the national weighting, 0 to 100. */
  globalScore: number
  /** Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40. */
  level: ScoreLevel
  subScores: SubScoreNumbers
  knownDimensions: KnownDimensions
  /** Confidence in the score, 0 to 100. */
  confidence: number
  /** Day-ahead price, EUR/MWh. Null when the hour has not been auctioned. */
  spotPriceEurPerMWh: number | null
  /** Forecast production-boundary intensity, gCO2eq/kWh. Null when no mix can be forecast. */
  carbonIntensityGco2Kwh: number | null
  /** Grid-tension signal. Null when none is published. */
  gridSignalStatus: GridSignalStatus | null
}

/** Sub-scores of the four dimensions; a higher value means a better time to consume. */
export type SubScoreNumbers = {
  /** Price, 0 to 100, one decimal. */
  price: number
  /** Carbon intensity, 0 to 100, one decimal. */
  carbon: number
  /** Grid signal, 0 to 100, one decimal. */
  grid: number
  /** Adequacy (margin between supply and demand), 0 to 100, one decimal. */
  adequacy: number
}

/** Dimensions whose sub-score is known. Estimated ones do not count in the score while the known ones carry at least half of the requested weight. */
export type KnownDimensions = {
  /** True when the price is auctioned, or estimated from comparable hours. False when it is only the mean of a class of hours or a median. */
  price: boolean
  /** True when the intensity is measured or follows from a projected mix. False when it is only a mean of earlier days or a median. */
  carbon: boolean
  /** True when a grid signal covers the hour. False when the value is taken from adequacy. */
  grid: boolean
  /** True when the supply margin is known. False when the value rests on the expected consumption only, less wind and sun where they are known. */
  adequacy: boolean
}

/** Carbon intensity of the newest published hour. */
export type DashboardCarbon = {
  /** Start of the hour that the values describe, UTC. */
  dataSlotStart: string
  /** End of the hour that the values describe, UTC. */
  dataSlotEnd: string
  /** Total generation, MW. */
  totalGenerationMW: number
  /** Low-carbon share of generation, %. */
  lowCarbonPct: number
  /** Renewable share of generation, %. */
  renewablePct: number
  /** Carbon intensity on the production boundary, gCO2eq/kWh. */
  estimatedGCo2PerKwh: number
  /** Carbon intensity on the consumption boundary, gCO2eq/kWh. Null when flows or country intensities were not available. */
  estimatedGCo2PerKwhConsumption: number | null
  /** True when imports are estimated from commercial exchanges, because physical flows are not published yet. */
  isConsumptionEstimated: boolean
}

/** Generation mix and carbon intensities of one past hour. */
export type MixSlot = {
  /** Start of the hour, UTC. */
  start: string
  /** Mean power by production type, MW. Null when part of the hour is unknown. */
  powerMW: { [name: string]: number } | null
  /** Carbon intensity on the production boundary, gCO2eq/kWh. Null when powerMW is null. */
  estimatedGCo2PerKwh: number | null
  /** Carbon intensity on the consumption boundary, gCO2eq/kWh. Null when flows or country intensities are unknown. */
  estimatedGCo2PerKwhConsumption: number | null
}

/** Hourly scores of one Paris day. */
export type HeatMapDay = {
  /** Calendar day in Paris. */
  date: string
  /** Midnight in Paris, UTC. */
  firstHour: string
  /** Mean score of each hour from firstHour on: 24 values, or 23 or 25 on the days of the clock changes. Null for an hour without stored points. */
  scores: (number | null)[]
}

/** Colour of the three-colour tariff (Tempo) today, now and tomorrow. */
export type DashboardTariff = {
  /** Calendar day in Paris. */
  date: string
  /** Published colour of that day. Null until the colour is published. */
  color: TariffColor | null
  inForce: TariffColorInForce
  /** Published colour of the next day. Null until the colour is published. */
  tomorrow: TariffColor | null
}

/** One tariff day, 06:00 to 06:00 in Paris, with the unrounded probabilities of its colours. */
export type DashboardTariffDay = {
  /** Paris calendar day on which the tariff day begins. */
  date: string
  /** Published colour. Null until the colour is published, even when the rules of the tariff leave only one colour. */
  color: TariffColor | null
  probabilities: ColorProbabilities
}

/** Colours of the three-colour tariff (Tempo) for today and up to nine days ahead. */
export type DashboardTariffOutlook = {
  /** Time at which the probabilities were computed, UTC. */
  issuedAt: string
  stock: ColorStockLeft
  /** The current tariff day and up to nine more, up to six while no weather forecast is known. The list ends on 31 August, when the season ends and the stock of days is reset. */
  days: DashboardTariffDay[]
}

/** Grid-tension signal of one day. */
export type DashboardSignalDay = {
  /** Calendar day in Paris. */
  date: string
  /** Position of the day relative to today. */
  day: 'D' | 'D+1' | 'D+2' | 'D+3'
  /** Signal of the whole day. */
  status: GridSignalStatus
  /** Message of the publisher for the day, in French. */
  message: string
  /** Signal of each hour of the Paris day from midnight on: 24 values, or 23 or 25 on the days of the clock changes; null for an hour that no received publication covers. Null when no hour is published. */
  hours: (GridSignalStatus | null)[] | null
}

/** Accuracy of the carbon forecast, as in /api/accuracy. */
export type DashboardAccuracy = {
  /** Time of the oldest archived forecast of this version, UTC. Null when the archive has none. */
  measuredSince: string | null
  /** Entries of /api/accuracy for carbon intensity over 30 days, one per lead class. */
  figures: AccuracyFigures[]
}

/** Freshness of one source. */
export type DashboardSource = {
  /** Identifier of the source. */
  id: SourceId
  /** Time of the last successful read of the source, UTC. Null when the source was never read. */
  lastSuccess: string | null
  /** Publisher of the newest values; rte is the transmission system operator, any other publisher is an open source. Null before the first values. */
  source: PublisherId | null
  /** End of the newest slot with a value, UTC. */
  newestSlot: string | null
  /** Time at which the next values are expected, UTC. */
  expectedNext: string | null
  /** Availability of the source in the confidence: 100 when it is on time, 0 when it is missing. Null for reference data, which have no weight in the confidence. */
  availabilityPct: number | null
  /** Weight in the confidence, %. Null for reference data. */
  confidenceWeight: number | null
}

/** English translation of the sentences of the score. */
export type EnglishSentences = {
  /** English translation of recommendation. */
  recommendation: string
  details: EnglishDetails
}

/** English translation of the detail of each sub-score. */
export type EnglishDetails = {
  /** Basis of the price sub-score, in English. */
  price: string
  /** Basis of the carbon sub-score, in English. */
  carbon: string
  /** Basis of the grid sub-score, in English. */
  grid: string
  /** Basis of the adequacy sub-score, in English. */
  adequacy: string
}
