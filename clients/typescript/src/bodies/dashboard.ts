import type { TariffColor, TariffToday } from './grid-and-tariff.ts'
import type { Dimension, EnergyScore, GridSignalStatus, ScoreLevel, ScoreWeights } from './score.ts'
import type { DataMode, SourceId } from './service.ts'

/** One of the next hours, under the national weighting. */
export type DashboardHour = {
  /** Start, UTC. */
  time: string
  globalScore: number
  level: ScoreLevel
  /** 0–100 each. */
  subScores: ScoreWeights
  confidence: number
  spotPriceEurPerMWh: number | null
  carbonIntensityGco2Kwh: number | null
  gridSignalStatus: GridSignalStatus | null
}

/** Intensity of the newest published hour. */
export type DashboardCarbon = {
  dataSlotStart: string
  dataSlotEnd: string
  totalGenerationMW: number
  lowCarbonPct: number
  renewablePct: number
  estimatedGCo2PerKwh: number
  estimatedGCo2PerKwhConsumption: number | null
}

/** One past hour of the mix; null where it is not known. */
export type MixSlot = {
  start: string
  /** Production type → MW. */
  powerMW: { [productionType: string]: number } | null
  estimatedGCo2PerKwh: number | null
  estimatedGCo2PerKwhConsumption: number | null
}

/** Mean scores of the 23, 24 or 25 hours of a Paris day, from `firstHour` (UTC) on; null where nothing is stored. */
export type HeatMapDay = { date: string; firstHour: string; scores: (number | null)[] }

/** Freshness of one source, and what it carries of the confidence; null for references. */
export type DashboardSource = {
  id: SourceId
  lastSuccess: string | null
  newestSlot: string | null
  expectedNext: string | null
  availabilityPct: number | null
  confidenceWeight: number | null
}

/** Everything that the page of the installation shows. */
export type Dashboard = {
  mode: DataMode
  generatedAt: string
  /** Not renewed for a quarter of an hour. */
  stale: boolean
  score: EnergyScore | null
  /** The sentences of the score, which are French, in English. */
  english: { recommendation: string; details: Record<Dimension, string> } | null
  carbon: DashboardCarbon | null
  bestHour: string | null
  worstHour: string | null
  hours: DashboardHour[]
  mix: MixSlot[]
  heatMap: HeatMapDay[]
  tariff: { date: string; color: TariffColor | null; inForce: TariffToday['inForce']; tomorrow: TariffColor | null }
  signals: { date: string; day: 'D' | 'D+1' | 'D+2' | 'D+3'; status: GridSignalStatus; message: string }[]
  sources: DashboardSource[]
}
