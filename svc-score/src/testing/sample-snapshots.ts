import type { SubScore } from '@hexawatt/shared/contract/score'
import { feedIds, referenceIds } from '@hexawatt/shared/grid/feeds'
import { allKnown } from '@hexawatt/shared/methodology/score/known-dimensions'
import type {
  ForecastHour,
  ForecastSnapshot,
  GridStatusSnapshot,
  ScoreSnapshot,
  TariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'

/** Initial time of the test clock: a winter afternoon, 15:20:30 in Paris. */
export const testNow = '2025-01-15T14:20:30Z'

/** Four sub-scores in the order of every answer. */
export function createSampleSubScores(price: number, carbon: number, grid: number, adequacy: number): SubScore[] {
  return [
    { dimension: 'price', value: price, detail: 'Le prix de marché est moyen : 58,5 €/MWh pour cette heure.' },
    { dimension: 'carbon', value: carbon, detail: 'La production d’électricité émet peu : 18,2 g.' },
    { dimension: 'grid', value: grid, detail: 'Le réseau n’est pas tendu : signal au niveau 1 sur 3.' },
    { dimension: 'adequacy', value: adequacy, detail: 'Les moyens de production dépassent de 40 % la consommation.' },
  ]
}

/** A live score of a minute ago with nothing missing. */
export const sampleScore: ScoreSnapshot = {
  mode: 'replay',
  computedAt: '2025-01-15T14:20:00Z',
  subScores: createSampleSubScores(50, 88.5, 80, 45.2),
  knownDimensions: allKnown,
  confidence: 94,
  hasLateSource: false,
  sourceAvailability: Object.fromEntries(
    [...feedIds.filter((id) => id !== 'tariff_calendar'), ...referenceIds].map((id) => [id, true]),
  ),
  spotPriceEurPerMWh: 58.52,
  gridSignalStatus: 'Favorable',
}

/** As in open mode: there is no signal, and no margin can be calculated. */
export const openModeKnown = { ...allKnown, grid: false, adequacy: false }

/** One hour of a forecast whose four sub-scores have one value. */
export function createSampleHour(time: string, value: number, confidence = 80): ForecastHour {
  return {
    time,
    subScores: createSampleSubScores(value, value, value, value),
    knownDimensions: allKnown,
    confidence,
    spotPriceEurPerMWh: 40,
    carbonIntensityGco2Kwh: 20,
    carbonBand: { low: 17, high: 25 },
    directCarbon: { gCo2PerKwh: 16, band: { low: 13, high: 21 } },
    consumptionCarbon: { gCo2PerKwh: 27, band: { low: 23, high: 33 } },
    directConsumptionCarbon: { gCo2PerKwh: 22, band: { low: 18, high: 28 } },
    price: { eurPerMwh: 40, basis: 'auction', band: { low: 40, high: 40 }, quarterHours: null },
    scoreBand: null,
    windMw: 6_000,
    solarMw: 3_000,
  }
}

/** A forecast of a minute ago: 50 hours from 15:00 UTC on, in steps of one point from 1 to 50. */
export const sampleForecast: ForecastSnapshot = {
  mode: 'replay',
  issuedAt: '2025-01-15T14:20:00Z',
  method: 'analog_mix',
  hasLateSource: false,
  hourInProgress: null,
  hours: createSampleHours(50),
}

/** The same of an installation with weather forecasts: 74 hours. */
export const sampleFarForecast: ForecastSnapshot = { ...sampleForecast, hours: createSampleHours(74) }

function createSampleHours(count: number): ForecastHour[] {
  return Array.from({ length: count }, (_, index) =>
    createSampleHour(
      Temporal.Instant.from('2025-01-15T15:00:00Z').add({ hours: index }).toString({ smallestUnit: 'second' }),
      index + 1,
      95 - Math.ceil((index + 1) / 2),
    ),
  )
}

/** A signal that was published for 15:00 to 17:59 UTC of today. */
export const sampleGridStatus: GridStatusSnapshot = {
  mode: 'replay',
  computedAt: '2025-01-15T14:20:00Z',
  publishedAt: '2025-01-14T16:00:00Z',
  fetchedAt: '2025-01-15T14:15:00Z',
  isStale: false,
  days: [
    {
      date: '2025-01-15',
      status: 'Tendu',
      message: 'Système électrique tendu.',
      hours: [
        { time: '2025-01-15T15:00:00Z', status: 'Favorable' },
        { time: '2025-01-15T16:00:00Z', status: 'Favorable' },
        { time: '2025-01-15T17:00:00Z', status: 'Tendu' },
        { time: '2025-01-15T18:00:00Z', status: null },
      ],
    },
  ],
}

/** A white day, and a red one after it. */
export const sampleTariff: TariffSnapshot = {
  mode: 'replay',
  computedAt: '2025-01-15T14:20:00Z',
  publishedAt: '2025-01-15T10:00:00Z',
  fetchedAt: '2025-01-15T14:15:00Z',
  days: [
    { date: '2025-01-15', color: 'Blanc' },
    { date: '2025-01-16', color: 'Rouge' },
  ],
}
