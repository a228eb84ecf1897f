import type { Matrix } from './gaussian.ts'
import fittedModels from './residual-models.json' with { type: 'json' }

/**
 * Constants of the colour forecast, frozen with the version (docs/methodology/colors.md). C is the net load of a tariff day (consumption
 * less wind and sun) in units of its own year, see `net-load-record.ts`; 1 unit = 12–18 GW.
 */

/** RTE, "Méthode de choix des jours Tempo", indice 2 (2025-01-07), read through a public transcription. */
export const rule = {
  /** Thresholds of C: base, for each day since 31 August, for each day left in stock. */
  white: { base: 4, perDay: -0.015, perDayLeft: -0.026 },
  red: { base: 3.15, perDay: -0.01, perDayLeft: -0.031 },
  /** Days of a season, 1 September to 31 August. */
  stock: { red: 22, white: 43 },
  /** C = (MW − q04) / ((q08 − q04) · exp(−gamma · (qT − kappaC))). */
  gamma: -0.1176,
  kappaC: 8.3042,
  lowQuantile: 0.4,
  highQuantile: 0.8,
  temperatureQuantile: 0.3,
  windowDays: 365,
} as const

/** 30 % quantile of the daily mean temperature, °C, where no temperature is known; 2014–2025: 7.9 to 9.8. */
export const usualTemperatureC = 8.8

/** Days of the window that must be known. */
export const minWindowDays = 330

/** Calendar mean of C, least squares on 2014-09 to 2025-07. Harmonics of the day of the year / 365.25. */
export const calendarMean = {
  constant: 0.44213,
  harmonics: [
    { sin: 0.18267, cos: 0.74636 },
    { sin: 0.10882, cos: 0.23495 },
    { sin: -0.03625, cos: 0.01791 },
    { sin: -0.00461, cos: -0.00476 },
  ],
  /** Monday to Sunday. */
  weekday: [0, 0.04003, 0.04098, 0.03233, -0.02833, -0.3606, -0.47381],
  /** Saturdays and Sundays, times the cosine of the year. */
  weekendTimesCosine: -0.00978,
  /** Public holidays on Monday to Friday. */
  holidayOnWeekday: -0.43163,
  /** 23 December to 2 January. */
  christmas: -0.55419,
  /** 1 to 24 August. */
  august: -0.23191,
} as const

/**
 * Noise of the decision: RTE decides on its own forecast of the day before. Probit on colours and realised net load of 2014-09 to 2025-07;
 * for net load whose running bias is removed, and for realised one.
 */
export const decisionNoise = {
  whiteBias: -0.0062,
  saturdayBias: 0.0144,
  redBias: 0.0698,
  whiteSd: 0.1014,
  redSd: 0.1324,
} as const

/**
 * Errors of forecasts of net load, GW, by lead 0 to 6 days. Measured on day-ahead forecasts of 2023–2025 for leads 0 and 1; assumed from 2 on, to be
 * estimated again from archived forecasts after 60 winter days.
 */
export const forecastErrorGw = [0.8, 1.3, 1.9, 2.6, 3.3, 4.0, 4.7] as const
/** Correlation of the errors of neighbouring leads. */
export const forecastErrorCorrelation = 0.7

/**
 * Where wind and sun have no forecast: share of the deviation of the last day from the mean of 28 days that lasts, and error that this adds, GW; by
 * lead 1 to 6 days. Measured on 2014–2025.
 */
export const unforecastWindAndSun = {
  lastingShare: [0.37, 0.27, 0.22, 0.18, 0.12, 0.08],
  sdGw: [3.5, 3.7, 3.8, 3.8, 3.9, 3.9],
} as const

/** Share of probability that is spread evenly over the colours that are possible. */
export const probabilityFloor = 0.01

/** Residuals r = C − calendar mean in three parts of the year, fitted on 2014-09 to 2025-07, and what forecasts from the weather leave of them. */
export type ResidualModel = {
  /** By lead 0 to 9 days: weights of r of the last day, of the day before, and of the mean of 28 days. */
  lastDay: readonly number[]
  dayBefore: readonly number[]
  mean28: readonly number[]
  /** Covariance of the residuals of lead 0 to 9 days. */
  covariance: Matrix
  /** Standard deviation and autocorrelation (lags 0 to 19 days) of r itself. */
  sd: number
  autocorrelation: readonly number[]
  /**
   * By lead 0 to 9 days: share of the difference between a forecast from the weather and the mean above that comes, and covariance of the error that is
   * left. Fitted on 2014 to 2022 with emulated errors of the weather; to be fitted again on archived forecasts after one winter.
   */
  weatherShare: readonly number[]
  weatherCovariance: Matrix
}

/** November–March; April, May, September, October; June–August. */
export type ResidualModels = Readonly<Record<'winter' | 'betweenSeasons' | 'summer', ResidualModel>>
export const residualModels: ResidualModels = fittedModels
