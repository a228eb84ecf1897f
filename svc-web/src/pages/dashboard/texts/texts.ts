import type { Dimension } from '@hexawatt/shared/contract/dimensions'
import type { Objective, PriceBasis } from '@hexawatt/shared/contract/planning/choices'
import type { Profile } from '@hexawatt/shared/contract/profiles'
import type { ScoreLevel } from '@hexawatt/shared/contract/score'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { DataMode, SourceId } from '@hexawatt/shared/grid/feeds'
import type { GridSignalStatus, TariffColorName } from '@hexawatt/shared/grid/public-signals'
import type { ColorProbabilities, Tariff } from '@hexawatt/shared/methodology/tariffs/slot-prices'

/** Groups of production types in charts and tables, in stacking order. */
export const mixGroups = ['nuclear', 'hydro', 'wind', 'solar', 'bio', 'gas', 'coal', 'oil', 'other'] as const
export type MixGroup = (typeof mixGroups)[number]

/** What the planner offers, in its order. */
export const applianceIds = [
  'washing-machine',
  'dishwasher',
  'tumble-dryer',
  'water-heater',
  'heat-pump',
  'car',
] as const
export type Appliance = (typeof applianceIds)[number]

/** Texts of the page in one language. */
export type Texts = {
  language: Language
  title: string
  tagline: string
  description: string
  /** Said where a value is not known. */
  unknown: string
  units: { score: string; price: string; intensity: string; power: string; percent: string }
  header: {
    languages: string
    theme: string
    themes: { auto: string; light: string; dark: string }
    toContent: string
    source: string
  }
  banner: {
    modes: Readonly<Record<Exclude<DataMode, 'live'>, string>>
    stale: string
    degraded: string
    nothing: string
    offline: string
  }
  columns: {
    hour: string
    day: string
    score: string
    level: string
    price: string
    intensity: string
    intensityProduction: string
    intensityConsumption: string
    signal: string
    confidence: string
  }
  levels: Readonly<Record<ScoreLevel, string>>
  dimensions: Readonly<Record<Dimension, string>>
  /** Heads of the sub-scores in a table. */
  subScores: Readonly<Record<Dimension, string>>
  now: {
    heading: string
    /** Before the instant of the calculation. */
    updated: string
    none: string
    noIntensity: string
    /** After a value that is estimated until the figures behind it are published. */
    estimated: string
    recommendation: Readonly<Record<ScoreLevel, string>>
    subScores: string
    lowCarbon: string
    renewable: string
    /** Before the hour that the intensity describes. */
    slot: string
  }
  hours: {
    heading: string
    none: string
    best: string
    worst: string
    bestMark: string
    worstMark: string
    ribbon: string
    legend: string
    weights: string
    weightsHint: string
    weightsNone: string
    profile: string
    profiles: Readonly<Record<Profile['name'], string>>
    ownProfile: string
    table: string
    priceEstimated: string
  }
  plan: {
    heading: string
    question: string
    appliances: Readonly<Record<Appliance, string>>
    energy: string
    power: string
    readyBy: string
    tariff: string
    tariffs: Readonly<Record<Tariff['kind'], string>>
    offPeak: string
    offPeakHint: string
    objective: string
    objectives: Readonly<Record<Objective, string>>
    /** Said until the browser has the data. */
    none: string
    /** Parts of `Start tomorrow at 02:15, in 3 pieces, done at 04:15.` */
    start: string
    now: string
    tomorrow: string
    at: string
    inPieces: string
    pieces: string
    done: string
    /** Instead of a start where waiting brings little: of the cost or the grams, of the score. */
    anyTime: string
    anyTimeByScore: string
    /** What is missing where no plan can be made. */
    unknown: Readonly<Record<Objective, string>>
    tooLong: string
    cost: string
    carbon: string
    duration: string
    saved: string
    more: string
    same: string
    insteadOf: string
    grams: string
    bases: Readonly<Record<PriceBasis, string>>
    unconfirmed: string
    calendar: string
    link: string
    chartHeading: string
    chart: string
    legend: string
    best: string
  }
  mix: {
    heading: string
    none: string
    lead: string
    chart: string
    table: string
    groups: Readonly<Record<MixGroup, string>>
    total: string
  }
  heatMap: { heading: string; none: string; lead: string; caption: string; low: string; high: string; missing: string }
  accuracy: {
    heading: string
    none: string
    /** Before the instant. */
    since: string
    /** Before the share of the forecast, and between it and that of yesterday. */
    followed: string
    copied: string
    forecast: string
    yesterday: string
    chart: string
  }
  tariff: {
    heading: string
    lead: string
    /** Said where no colour is known, and where only published ones are. */
    none: string
    noForecast: string
    redLeft: string
    whiteLeft: string
    /** Before the instant of the forecast. */
    issued: string
    caption: string
    color: string
    inForce: string
    published: string
    forecast: string
    colors: Readonly<Record<TariffColorName, string>>
    /** Heads of the probabilities. */
    shares: Readonly<Record<keyof ColorProbabilities, string>>
  }
  signal: {
    heading: string
    none: string
    statuses: Readonly<Record<GridSignalStatus, string>>
    days: readonly [string, string, string, string]
  }
  sources: {
    heading: string
    none: string
    lead: string
    table: string
    source: string
    lastSuccess: string
    never: string
    newestSlot: string
    expectedNext: string
    availability: string
    weight: string
    reference: string
    /** Heading of what open mode lacks. */
    openRemarks: string
    names: Readonly<Record<SourceId, string>>
  }
  footer: { plans: string; api: string; status: string; data: string; effort: string }
}
