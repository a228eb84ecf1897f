import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { OutlookResolution, OutlookResponse } from '../contract/planning/outlook.ts'
import { nationalWeights } from '../contract/profiles.ts'
import type { GridSignalStatus } from '../grid/public-signals.ts'
import { computeComposite, toGlobalScore } from '../methodology/score/composite.ts'
import { type ColorProbabilities, publishedProbabilities } from '../methodology/tariffs/slot-prices.ts'
import { createForecastVersions } from '../methodology/versions.ts'
import type {
  ForecastHour,
  ForecastSnapshot,
  GridStatusSnapshot,
  TariffOutlookSnapshot,
  TariffSnapshot,
} from '../snapshot/kinds.ts'
import { hourMs, isoSeconds, quarterHourMs } from '../time/instant.ts'
import { toTariffDay } from '../time/paris.ts'
import { toSubScoreValues } from './energy-score.ts'
import { computeHorizonHours } from './forecast-horizon.ts'

/** Snapshots that the outlook is made of; null = unknown. */
export type OutlookSources = {
  forecast: ForecastSnapshot | null
  gridStatus: GridStatusSnapshot | null
  tariff: TariffSnapshot | null
  /** Forecast of the colours beyond the published ones. */
  tariffOutlook: TariffOutlookSnapshot | null
}

export type OutlookRequest = {
  resolution: OutlookResolution
  requestedHours: number
  /** The longest forecast of the plan, hours. */
  planHours: number
}

type OutlookSlot = OutlookResponse['slots'][number]

/**
 * The outlook as served: the slots that have not begun yet, for as many whole hours as requested, allowed by the plan and by the weather, and held by the snapshot.
 *
 * @param sources without a forecast: no slots, issued now
 */
export function composeOutlookBody(
  sources: OutlookSources,
  { resolution, requestedHours, planHours }: OutlookRequest,
  now: Temporal.Instant,
): OutlookResponse {
  const slotMs = resolution === '1h' ? hourMs : quarterHourMs
  const firstMs = Math.floor(now.epochMilliseconds / slotMs) * slotMs + slotMs
  const hours = Math.min(requestedHours, computeHorizonHours(sources.forecast, planHours))
  const known = composeOutlookSlots(sources, { firstMs, slotMs, hours })
  const slotsPerHour = hourMs / slotMs
  const servedHours = Math.floor(known.length / slotsPerHour)
  return {
    issuedAt: sources.forecast?.issuedAt ?? isoSeconds(now),
    servedHours,
    resolution,
    methodologyVersions: createForecastVersions(),
    slots: known.slice(0, servedHours * slotsPerHour),
  }
}

/** Where the slots of an outlook begin, how long each is (an hour or a quarter of one), and how many hours they cover at most. */
export type OutlookSpan = { firstMs: number; slotMs: number; hours: number }

/** Composes consecutive slots from an instant on, up to the first slot that the forecast does not contain: there are no gaps. */
export function composeOutlookSlots(sources: OutlookSources, { firstMs, slotMs, hours }: OutlookSpan): OutlookSlot[] {
  const hourAt = indexForecastHours(sources.forecast)
  const signalAt = indexSignals(sources.gridStatus)
  const colorOf = indexKnownColors(sources)
  const slots: OutlookSlot[] = []
  for (let startMs = firstMs; startMs < firstMs + hours * hourMs; startMs += slotMs) {
    const hourStartMs = Math.floor(startMs / hourMs) * hourMs
    const hour = hourAt.get(hourStartMs)
    if (hour === undefined) break
    const start = Temporal.Instant.fromEpochMilliseconds(startMs)
    slots.push({
      start: isoSeconds(start),
      end: isoSeconds(start.add({ milliseconds: slotMs })),
      ...toSlotFigures(hour, slotMs === quarterHourMs ? (startMs - hourStartMs) / quarterHourMs : null),
      gridSignal: signalAt.get(hourStartMs) ?? null,
      ...toColorFacts(colorOf.get(toTariffDay(start).toString())),
    })
  }
  return slots
}

/** Hours of a forecast by their start, ms: the one in progress too. */
export function indexForecastHours(forecast: ForecastSnapshot | null): ReadonlyMap<number, ForecastHour> {
  const { hourInProgress = null, hours = [] } = forecast ?? {}
  const all = hourInProgress === null ? hours : [hourInProgress, ...hours]
  return new Map(all.map((hour) => [Temporal.Instant.from(hour.time).epochMilliseconds, hour]))
}

/** Published signals by the start of their hour, ms. */
export function indexSignals(gridStatus: GridStatusSnapshot | null): ReadonlyMap<number, GridSignalStatus> {
  const hours = gridStatus?.days.flatMap((day) => day.hours) ?? []
  return new Map(
    hours.flatMap(({ time, status }) =>
      status === null ? [] : [[Temporal.Instant.from(time).epochMilliseconds, status] as const],
    ),
  )
}

/** @param quarter which quarter of the hour, 0 to 3; null = the whole hour */
function toSlotFigures(
  hour: ForecastHour,
  quarter: number | null,
): Pick<OutlookSlot, ForecastIntensity | 'price' | 'globalScore'> {
  const { subScores, knownDimensions } = hour
  const { eurPerMwh, band, basis, quarterHours } = hour.price
  // An auctioned price is certain: its band is itself.
  const ofQuarter = quarter === null ? null : (quarterHours?.[quarter] ?? null)
  return {
    ...recordFromEntries(forecastIntensities, (intensity) => toIntensity(hour, intensity)),
    price: {
      eurPerMwh: ofQuarter ?? eurPerMwh,
      ...toBandOrNulls(ofQuarter === null ? band : { low: ofQuarter, high: ofQuarter }),
      basis: basis ?? 'estimate',
    },
    globalScore: toGlobalScore(computeComposite(toSubScoreValues(subScores), knownDimensions, nationalWeights)),
  }
}

function toIntensity(hour: ForecastHour, of: ForecastIntensity): OutlookSlot[ForecastIntensity] {
  const { gCo2PerKwh, band } = readIntensity(hour, of)
  return { gCo2PerKwh, ...toBandOrNulls(band) }
}

/** Intensities that an hour of the forecast has. */
const forecastIntensities = ['carbon', 'directCarbon', 'consumptionCarbon', 'directConsumptionCarbon'] as const
export type ForecastIntensity = (typeof forecastIntensities)[number]

/** An intensity of an hour of the forecast with its band, gCO2eq/kWh; null = unknown. */
export function readIntensity(hour: ForecastHour, of: ForecastIntensity): ForecastHour['directCarbon'] {
  return of === 'carbon' ? { gCo2PerKwh: hour.carbonIntensityGco2Kwh, band: hour.carbonBand } : hour[of]
}

function toBandOrNulls(band: ForecastHour['carbonBand']): { low: number | null; high: number | null } {
  return { low: band?.low ?? null, high: band?.high ?? null }
}

/** The published colour, otherwise the most probable colour; of two equally probable colours the cheaper. */
function toColorFacts(known: KnownColor | undefined): Pick<OutlookSlot, 'tariffColor' | 'tariffColorBasis'> {
  if (known === undefined) return { tariffColor: null, tariffColorBasis: null }
  const { blue, white, red } = known.probabilities
  const tariffColor = blue >= white && blue >= red ? 'Bleu' : white >= red ? 'Blanc' : 'Rouge'
  return { tariffColor, tariffColorBasis: known.basis }
}

/** Knowledge about the colour of a tariff day; a published colour is certain. */
export type KnownColor = { probabilities: ColorProbabilities; basis: 'published' | 'forecast' }

/** Colours by the date of their tariff day: the published ones, and the forecast of the days after them. */
export function indexKnownColors({
  tariff,
  tariffOutlook,
}: Pick<OutlookSources, 'tariff' | 'tariffOutlook'>): ReadonlyMap<string, KnownColor> {
  const ahead = tariffOutlook?.outlook?.days ?? []
  return new Map<string, KnownColor>([
    ...ahead.map(({ date, probabilities }) => [date, { probabilities, basis: 'forecast' }] as const),
    ...(tariff?.days ?? []).map(
      ({ date, color }) => [date, { probabilities: publishedProbabilities[color], basis: 'published' }] as const,
    ),
  ])
}
