import { hourMs } from '../../time/instant.ts'
import { type BandedValue, type ForecastQuantity, forecastQuantities } from '../forecast/forecast-issue.ts'
import { computeClassErrors, type JudgedHour, leadClasses, toKnownHour } from './class-errors.ts'
import { findLastKnownValue, findSameHourValue, listSameHoursOfEarlierDays } from './naive-forecasts.ts'

/** Evaluated forecasters: the product, and two naive forecasts from the data known at the issue. */
const archiveForecasters = ['hexawatt', 'persistence', 'yesterday'] as const
export type ArchiveForecaster = (typeof archiveForecasters)[number]

/** Sums over forecast hours; sums of days add up. */
export type ErrorSums = {
  /** Hours that are judged. */
  samples: number
  absoluteErrorSum: number
  /** Σ (predicted − realised). */
  errorSum: number
  /** Hours with a band, and those whose realised value lay in it. */
  bandedSamples: number
  coveredSamples: number
  /** Saving of the best block of each issue compared with the mean, and saving of the chosen block. */
  possibleSavingSum: number
  capturedSavingSum: number
}

/** The evaluated part of an archived issue. */
export type ArchivedIssue = {
  issuedAtMs: number
  forecastVersion: number
  /** Start of the newest complete hour of generation that was known, ms; null when none was. */
  newestGenerationStartMs: number | null
  /** The same of the newest hour whose imports were known. */
  newestConsumptionStartMs: number | null
  /** Hours from lead 1 on, ascending. */
  hours: readonly ArchivedHour[]
}

/** One hour of an archived issue. */
export type ArchivedHour = Readonly<Record<ForecastQuantity, BandedValue>> & {
  startMs: number
  lead: number
  isPriceAuctioned: boolean
}

/** Realised values by start of the hour, ms. */
export type RealisedValues = Readonly<Record<ForecastQuantity, ReadonlyMap<number, number>>>

/** Sums of the issues of a day of one version. */
export type ErrorDayRow = ErrorSums & {
  quantity: ForecastQuantity
  lastLeadHours: number
  forecaster: ArchiveForecaster
  forecastVersion: number
}

/** Usual delay of generation and of imports: assumed start of the newest hour before the issue, ms, when no hour is known. */
const usualGenerationDelayMs = 2 * hourMs
const usualImportDelayMs = 4 * hourMs

/** Judges every issue of a day, by the definitions of the backtest. A row for each quantity, lead class, forecaster and version, also without samples. */
export function judgeDay(issues: readonly ArchivedIssue[], realised: RealisedValues): ErrorDayRow[] {
  // The issues of a day have most of their hours in common.
  const earlierByHour = new Map<number, number[]>()
  const earlierOf = (startMs: number) => earlierByHour.getOrInsertComputed(startMs, listSameHoursOfEarlierDays)
  const byVersion = Map.groupBy(issues, ({ forecastVersion }) => forecastVersion)
  return [...byVersion].flatMap(([forecastVersion, ofVersion]) =>
    forecastQuantities.flatMap((quantity) => {
      const judged = ofVersion.map((issue) => listJudgedHours(issue, quantity, realised[quantity], earlierOf))
      return leadClasses.flatMap((leadClass) => {
        const errors = judged.map((hours) =>
          computeClassErrors(hours, leadClass, archiveForecasters, quantity === 'score'),
        )
        const bands = judged.flatMap((hours) => hours.flatMap((hour) => isInBand(hour, leadClass) ?? []))
        const sum = (of: (issue: (typeof errors)[number]) => number): number =>
          errors.reduce((total, issue) => total + of(issue), 0)
        return archiveForecasters.map((forecaster) => ({
          quantity,
          lastLeadHours: leadClass.lastLead,
          forecaster,
          forecastVersion,
          samples: sum(({ hours }) => hours),
          absoluteErrorSum: sum(({ byForecaster }) => byForecaster[forecaster].absoluteError),
          errorSum: sum(({ byForecaster }) => byForecaster[forecaster].error),
          bandedSamples: forecaster === 'hexawatt' ? bands.length : 0,
          coveredSamples: forecaster === 'hexawatt' ? bands.filter(Boolean).length : 0,
          possibleSavingSum: sum(({ achievable }) => achievable),
          capturedSavingSum: sum(({ byForecaster }) => byForecaster[forecaster].saved),
        }))
      })
    }),
  )
}

type BandedHour = JudgedHour<ArchiveForecaster> & Pick<BandedValue, 'band'>

function listJudgedHours(
  issue: ArchivedIssue,
  quantity: ForecastQuantity,
  realised: ReadonlyMap<number, number>,
  earlierOf: (startMs: number) => readonly number[],
): BandedHour[] {
  const knownUntilMs = computeKnownUntil(issue, quantity)
  const persistence = findLastKnownValue(realised, knownUntilMs)
  return issue.hours.map((hour) => {
    const { startMs, lead } = hour
    const value = realised.get(startMs) ?? null
    const isPublished = quantity === 'price' && hour.isPriceAuctioned
    const predicted = isPublished
      ? { hexawatt: value, persistence: value, yesterday: value }
      : {
          hexawatt: hour[quantity].value,
          persistence,
          yesterday: findSameHourValue(realised, earlierOf(startMs), knownUntilMs),
        }
    return { lead, realised: value, isPublished, predicted, band: hour[quantity].band }
  })
}

/** Instant, ms, up to which realised values of a quantity were known at the issue: prices as far as they were auctioned. */
function computeKnownUntil(
  { issuedAtMs, newestGenerationStartMs, newestConsumptionStartMs, hours }: ArchivedIssue,
  quantity: ForecastQuantity,
): number {
  if (quantity === 'consumptionCarbon' || quantity === 'directConsumptionCarbon') {
    return (newestConsumptionStartMs ?? issuedAtMs - usualImportDelayMs) + hourMs
  }
  if (quantity !== 'price') return (newestGenerationStartMs ?? issuedAtMs - usualGenerationDelayMs) + hourMs
  const firstUnknown = hours.find(({ isPriceAuctioned }) => !isPriceAuctioned)
  return firstUnknown?.startMs ?? (hours.at(-1)?.startMs ?? issuedAtMs) + hourMs
}

/** Whether the realised value lay in the band; null for an hour that is not judged or has no band. */
function isInBand(hour: BandedHour, { firstLead, lastLead }: { firstLead: number; lastLead: number }): boolean | null {
  const { lead, band, isPublished } = hour
  const known = toKnownHour(hour, archiveForecasters)
  if (lead < firstLead || lead > lastLead || known === null || isPublished || band === null) return null
  return known.realised >= band.low && known.realised <= band.high
}
