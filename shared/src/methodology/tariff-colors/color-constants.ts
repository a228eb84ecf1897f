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

/** Residuals r = C − calendar mean in three parts of the year, fitted on 2014-09 to 2025-07. */
export type ResidualModel = {
  /** By lead 0 to 6 days: weights of r of the last day, of the day before, and of the mean of 28 days. */
  lastDay: readonly number[]
  dayBefore: readonly number[]
  mean28: readonly number[]
  /** Covariance of the residuals: rows of the upper triangle, from the diagonal on. */
  covariance: readonly (readonly number[])[]
  /** Standard deviation and autocorrelation (lags 0 to 16 days) of r itself. */
  sd: number
  autocorrelation: readonly number[]
}

/** November–March; April, May, September, October; June–August. */
export const residualModels: Readonly<Record<'winter' | 'betweenSeasons' | 'summer', ResidualModel>> = {
  winter: {
    lastDay: [0.9987, 0.7228, 0.5896, 0.5104, 0.4175, 0.3425, 0.2944],
    dayBefore: [-0.1891, -0.0788, -0.0666, -0.0944, -0.0984, -0.1094, -0.1433],
    mean28: [0.0251, 0.0148, 0.0019, -0.0035, -0.0021, 0.0105, 0.0358],
    covariance: [
      [0.054184, 0.055206, 0.039698, 0.031832, 0.027443, 0.022228, 0.017711],
      [0.110025, 0.095619, 0.072528, 0.060185, 0.050692, 0.040979],
      [0.139441, 0.119757, 0.093336, 0.077334, 0.064401],
      [0.159352, 0.136921, 0.107405, 0.088435],
      [0.174267, 0.149148, 0.117256],
      [0.184152, 0.156939],
      [0.190139],
    ],
    sd: 0.4419,
    autocorrelation: [
      1, 0.8442, 0.6602, 0.536, 0.4337, 0.3378, 0.2559, 0.1848, 0.1163, 0.0566, 0.0313, 0.0232, 0.0363, 0.0611, 0.0788,
      0.0817, 0.0774,
    ],
  },
  betweenSeasons: {
    lastDay: [0.7819, 0.468, 0.3838, 0.3555, 0.2709, 0.1546, 0.168],
    dayBefore: [-0.066, 0.0708, 0.0582, -0.0065, 0.0005, 0.093, 0.0849],
    mean28: [0.1015, 0.1355, 0.1596, 0.2113, 0.2448, 0.2275, 0.197],
    covariance: [
      [0.022703, 0.018118, 0.011102, 0.009108, 0.008345, 0.006435, 0.00386],
      [0.036605, 0.026403, 0.017921, 0.015485, 0.01282, 0.009086],
      [0.041396, 0.030038, 0.02148, 0.017714, 0.014164],
      [0.043941, 0.032587, 0.023196, 0.01874],
      [0.046425, 0.034229, 0.023895],
      [0.047434, 0.034598],
      [0.047534],
    ],
    sd: 0.2303,
    autocorrelation: [
      1, 0.7566, 0.5491, 0.4524, 0.3788, 0.3068, 0.2553, 0.25, 0.2397, 0.2097, 0.1945, 0.1831, 0.1569, 0.1165, 0.0849,
      0.0705, 0.0654,
    ],
  },
  summer: {
    lastDay: [0.672, 0.4359, 0.3247, 0.2016, 0.1127, 0.1383, 0.0938],
    dayBefore: [0.0076, 0.0414, 0.0119, 0.0424, 0.0936, 0.038, 0.049],
    mean28: [0.0147, 0.0184, 0.0185, -0.0024, -0.0226, -0.0382, -0.0407],
    covariance: [
      [0.01186, 0.00798, 0.005164, 0.003896, 0.00238, 0.001411, 0.001664],
      [0.017239, 0.011523, 0.007779, 0.005421, 0.003354, 0.002584],
      [0.019718, 0.013333, 0.008753, 0.006121, 0.004174],
      [0.02098, 0.014063, 0.009169, 0.006661],
      [0.021351, 0.014295, 0.009394],
      [0.021468, 0.014473],
      [0.021549],
    ],
    sd: 0.151,
    autocorrelation: [
      1, 0.6822, 0.4713, 0.347, 0.2423, 0.1814, 0.1745, 0.1449, 0.1319, 0.131, 0.1304, 0.1452, 0.1016, 0.0715, 0.0685,
      0.0234, 0.0147,
    ],
  },
}
