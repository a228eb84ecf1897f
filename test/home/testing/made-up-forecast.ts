import { composeDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import {
  DashboardSnapshot,
  type ForecastHour,
  type ForecastSnapshot,
  type TariffOutlookSnapshot,
  type TariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { toTariffDay, toTariffDayStart } from '@hexawatt/shared/time/paris'
import { buildDashboardOutlook } from '@hexawatt/svc-ingest/src/snapshots/dashboard/outlook.ts'
import { createSampleHour, createSampleSubScores } from '@hexawatt/svc-score/src/testing/sample-snapshots.ts'
import * as v from 'valibot'

/** What svc-score plans with, and what the page plans with, made from the same forecast. */
export type MadeUpForecast = {
  now: Temporal.Instant
  forecast: ForecastSnapshot
  tariff: TariffSnapshot
  tariffOutlook: TariffOutlookSnapshot
  dashboard: DashboardResponse
}

const recorded = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)
const colors = ['Bleu', 'Blanc', 'Rouge'] as const
const codes = ['BLUE', 'WHITE', 'RED'] as const

/** Numbers from 0 to 1 that a seed decides. */
function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const round2 = (value: number): number => Math.round(value * 100) / 100

/** A forecast of the given number of hours with every kind of price (negative, by quarter-hour, estimated, unknown), intensity and score, and the days' colours. */
export function makeUpForecast(seed: number, nowText: string, hours: 50 | 74): MadeUpForecast {
  const random = createRandom(seed)
  const now = Temporal.Instant.from(nowText)
  const startedMs = Math.floor(now.epochMilliseconds / 3_600_000) * 3_600_000
  const isFlat = random() < 0.1
  const makeHour = (index: number): ForecastHour => {
    const time = isoSeconds(Temporal.Instant.fromEpochMilliseconds(startedMs + index * 3_600_000))
    const grams = random() < 0.03 ? null : isFlat ? 30 : round2(10 + 80 * random())
    const mean = round2(-40 + 190 * random())
    const isAuctioned = index < 28
    const isUnknown = !isAuctioned && random() < 0.03
    const band = { low: round2(mean - 10), high: round2(mean + 10) }
    const quarterHours = isAuctioned && random() < 0.5 ? [0, 1, 2, 3].map(() => round2(mean + 20 * random())) : null
    const [price = 0, carbon = 0, grid = 0, adequacy = 0] = [0, 1, 2, 3].map(() => Math.round(1_000 * random()) / 10)
    const hour = createSampleHour(time, 0, 80)
    return {
      ...hour,
      subScores: createSampleSubScores(price, carbon, grid, adequacy),
      knownDimensions: { ...hour.knownDimensions, grid: random() < 0.5 },
      carbonIntensityGco2Kwh: grams,
      carbonBand: grams === null ? null : { low: round2(grams - 5), high: round2(grams + 8) },
      price: {
        eurPerMwh: isUnknown ? null : mean,
        basis: isUnknown ? null : isAuctioned ? 'auction' : 'estimate',
        band: isUnknown ? null : band,
        quarterHours,
      },
    }
  }
  const [hourInProgress = null, ...ahead] = Array.from({ length: hours + 1 }, (_, index) => makeHour(index))
  const issuedAt = isoSeconds(now.subtract({ minutes: 2 }))
  const head = { mode: 'demo', hasLateSource: false } as const
  const forecast: ForecastSnapshot = { ...head, issuedAt, method: 'analog_mix', hourInProgress, hours: ahead }
  return { now, forecast, ...makeUpColors(random, now, forecast) }
}

function makeUpColors(random: () => number, now: Temporal.Instant, forecast: ForecastSnapshot) {
  const pick = (): 0 | 1 | 2 => Math.min(2, Math.floor(3 * random())) as 0 | 1 | 2
  const inForce = toTariffDay(now)
  const today = now.toZonedDateTimeISO('Europe/Paris').toPlainDate()
  const [colorInForce, colorToday, colorTomorrow] = [pick(), pick(), pick()]
  const isTomorrowKnown = random() < 0.6
  const published = new Map<string, 0 | 1 | 2>([
    [inForce.toString(), colorInForce],
    ...(today.equals(inForce) ? [] : [[today.toString(), colorToday] as const]),
    ...(isTomorrowKnown ? [[today.add({ days: 1 }).toString(), colorTomorrow] as const] : []),
  ])
  const days = Array.from({ length: 6 }, (_, index) => {
    const date = inForce.add({ days: index }).toString()
    const known = published.get(date)
    const [one, other] = [random(), random()].sort()
    const guess = { blue: one ?? 0, white: (other ?? 0) - (one ?? 0), red: 1 - (other ?? 0) }
    const certain = { blue: Number(known === 0), white: Number(known === 1), red: Number(known === 2) }
    return {
      date,
      color: known === undefined ? null : codes[known],
      probabilities: known === undefined ? guess : certain,
    }
  })
  const nameOf = (date: string) => {
    const known = published.get(date)
    return known === undefined ? null : colors[known]
  }
  const head = {
    mode: 'demo',
    computedAt: isoSeconds(now),
    fetchedAt: isoSeconds(now),
    publishedAt: isoSeconds(now),
  } as const
  const tariff: TariffSnapshot = {
    ...head,
    days: [...published].map(([date, known]) => ({ date, color: colors[known] })),
  }
  const tariffOutlook: TariffOutlookSnapshot = {
    mode: 'demo',
    issuedAt: forecast.issuedAt,
    outlook: { variant: 'B', stock: { red: 10, white: 20 }, days },
  }
  const snapshot: DashboardSnapshot = {
    ...recorded,
    generatedAt: isoSeconds(now),
    hours: recorded.hours.map((hour, index) => ({
      ...hour,
      confidence: 80,
      time: isoSeconds(now.add({ hours: index + 1 })),
    })),
    outlook: buildDashboardOutlook(forecast, now),
    tariff: {
      date: today.toString(),
      color: nameOf(today.toString()),
      inForce: {
        color: nameOf(inForce.toString()),
        from: isoSeconds(toTariffDayStart(inForce)),
        to: isoSeconds(toTariffDayStart(inForce.add({ days: 1 }))),
      },
      tomorrow: nameOf(today.add({ days: 1 }).toString()),
    },
    tariffOutlook: {
      issuedAt: forecast.issuedAt,
      stock: { whiteLeft: 20, redLeft: 10 },
      days: days.map((day, index) => ({ ...day, color: nameOf(inForce.add({ days: index }).toString()) })),
    },
  }
  return { tariff, tariffOutlook, dashboard: composeDashboard(snapshot, now) }
}
