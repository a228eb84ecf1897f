import type { Dimension } from '@hexawatt/shared/contract/dimensions'
import type { Profile } from '@hexawatt/shared/contract/profiles'
import type { ScoreLevel } from '@hexawatt/shared/contract/score'
import type { DataMode, SourceId } from '@hexawatt/shared/grid/feeds'
import type { GridSignalStatus, TariffColorName } from '@hexawatt/shared/grid/public-signals'

/** Groups of production types in charts and tables, in stacking order. */
export const mixGroups = ['nuclear', 'hydro', 'wind', 'solar', 'bio', 'gas', 'coal', 'oil', 'other'] as const
export type MixGroup = (typeof mixGroups)[number]

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
    chart: string
    table: string
    priceEstimated: string
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
    today: string
    inForce: string
    tomorrow: string
    until: string
    colors: Readonly<Record<TariffColorName, string>>
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
    names: Readonly<Record<SourceId, string>>
  }
  footer: { plans: string; api: string; status: string; data: string; effort: string }
}

/** Languages of the page, the default first. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** Whether a text names one of the languages. */
export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text)
}
