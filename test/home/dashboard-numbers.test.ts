import { describe, expect, test } from 'bun:test'
import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import type { AccuracyResponse } from '@hexawatt/shared/contract/forecast/accuracy'
import type {
  GridStatusResponse,
  TariffOutlookResponse,
  TariffTodayResponse,
} from '@hexawatt/shared/contract/grid-and-tariff'
import type { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import type { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { startNormalSystem } from '../dashboard/testing/dashboard-fixture.ts'

const ask = async <Body>(path: string): Promise<Body> => (await (await system.get(path)).json()) as Body

const system = stopAtEnd(await startNormalSystem())
const dashboard = await ask<DashboardResponse>('/api/dashboard')

describe('the answer of /api/dashboard says what the other endpoints say', () => {
  test('/api/dashboard has the score of /v1/score', async () => {
    expect(dashboard.score).toEqual(await ask<EnergyScore>('/v1/score'))
  })

  test('/api/dashboard has the coming hours of the forecast, with the best and the worst', async () => {
    const { hours, bestHour, worstHour } = await ask<ScoreForecast>('/v1/score/forecast?hours=48')
    expect(dashboard).toMatchObject({ bestHour, worstHour })
    const expected = hours.map(({ subScores, ...hour }) => ({
      ...hour,
      subScores: Object.fromEntries((subScores ?? []).map(({ dimension, value }) => [dimension, value])),
      knownDimensions: Object.fromEntries(
        (subScores ?? []).map(({ dimension, detail }) => [dimension, !detail.includes('(estimation')]),
      ),
    }))
    const shown = dashboard.hours.map(({ gridSignalStatus: _signal, ...hour }) => hour)
    expect(shown).toEqual(expected as unknown as typeof shown)
    expect(shown).toHaveLength(48)
  })

  test('/api/dashboard has the outlook of the next 48 hours in quarter-hours, each with the values of its hour', () => {
    const { outlook, hours, generatedAt } = dashboard
    if (outlook === null) throw new Error('there is a forecast')
    const startMs = Date.parse(outlook.start)
    expect([generatedAt, outlook.start]).toEqual(['2026-04-21T12:20:00Z', '2026-04-21T12:30:00Z'])
    const { issuedAt: _issuedAt, start: _start, ...columns } = outlook
    expect(Object.values(columns).map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 192))
    for (const { time, globalScore, carbonIntensityGco2Kwh, spotPriceEurPerMWh } of hours) {
      const first = (Date.parse(time) - startMs) / 900_000
      const quarters = [0, 1, 2, 3].map((quarter) => first + quarter).filter((slot) => slot < 192)
      expect(quarters.map((slot) => Math.round(outlook.score[slot] ?? Number.NaN))).toEqual(
        quarters.map(() => globalScore),
      )
      expect(quarters.map((slot) => outlook.gCo2PerKwh[slot] ?? null)).toEqual(
        quarters.map(() => carbonIntensityGco2Kwh),
      )
      const prices = quarters.map((slot) => outlook.eurPerMwh[slot] ?? Number.NaN)
      expect(outlook.priceBasis[first]).toBe(spotPriceEurPerMWh === null ? 'estimate' : 'auction')
      if (spotPriceEurPerMWh === null || prices.length < 4) continue
      expect(prices.reduce((sum, price) => sum + price, 0) / 4).toBeCloseTo(spotPriceEurPerMWh, 1)
    }
  })

  test('/api/dashboard has the intensity, and the mix of the newest hour', async () => {
    const intensity = await ask<CarbonIntensityResponse>('/v1/carbon/intensity')
    const { isConsumptionEstimated, ...numbers } = { ...dashboard.carbon }
    expect(intensity).toMatchObject(numbers)
    expect(isConsumptionEstimated).toBe(intensity.methodologyVersions.consumption === 2)
    expect(dashboard.mix).toHaveLength(24)
    expect(dashboard.mix.at(-1)).toEqual({
      start: intensity.dataSlotStart ?? '',
      powerMW: Object.fromEntries(
        (intensity.mix ?? []).map(({ productionType, valueMW }) => [productionType, valueMW]),
      ),
      estimatedGCo2PerKwh: intensity.estimatedGCo2PerKwh,
      estimatedGCo2PerKwhConsumption: intensity.estimatedGCo2PerKwhConsumption,
    })
  })

  test('/api/dashboard has the accuracy of the carbon forecast over 30 days', async () => {
    const { figures, measuredSince } = await ask<AccuracyResponse>('/api/accuracy')
    const shown = figures.filter(({ quantity, days }) => quantity === 'carbon' && days === 30)
    expect(shown).toHaveLength(3)
    expect(dashboard.accuracy).toEqual({ measuredSince, figures: shown })
  })

  test('/api/dashboard has the grid signal of the days and of each coming hour', async () => {
    const { days } = await ask<GridStatusResponse>('/v1/grid/status')
    const expected = days.map(({ hours, ...day }) => ({ ...day, hours: hours.map(({ status }) => status) }))
    expect(dashboard.signals).toEqual(expected)
    const statusByTime = new Map(days.flatMap(({ hours }) => hours.map(({ time, status }) => [time, status])))
    for (const { time, gridSignalStatus } of dashboard.hours)
      expect(gridSignalStatus).toBe(statusByTime.get(time) ?? null)
  })

  test('/api/dashboard has the net imports of /v1/carbon/explain, of the hour of the carbon intensity', async () => {
    const { carbon } = await ask<CarbonExplainResponse>('/v1/carbon/explain')
    const borders = carbon?.consumption?.borders ?? []
    expect(dashboard.exchanges?.start).toBe(carbon?.slotStart)
    const explained = borders.map(({ country, netImportMW }) => ({ country, netImportMw: Math.round(netImportMW) }))
    const neighbours = dashboard.exchanges?.neighbours.map((neighbour) => ({
      ...neighbour,
      netImportMw: Math.round(neighbour.netImportMw ?? Number.NaN),
    }))
    expect(neighbours).toEqual(explained.toSorted((one, other) => (one.country < other.country ? -1 : 1)))
    expect(neighbours).toHaveLength(6)
  })

  test('/api/dashboard has the current tariff', async () => {
    const { date, color, inForce } = await ask<TariffTodayResponse>('/v1/tariff/today')
    expect(dashboard.tariff).toMatchObject({ date, color, inForce })
  })

  test('/api/dashboard has the colours of the coming days and the days left of the season', async () => {
    const { issuedAt, stock, days } = await ask<TariffOutlookResponse>('/v1/tariff/outlook')
    expect(dashboard.tariffOutlook).toMatchObject({ issuedAt, stock })
    const shown = dashboard.tariffOutlook?.days ?? []
    expect(shown.map(({ date, color }) => [date, color])).toEqual(days.map(({ date, color }) => [date, color]))
    for (const [index, { probabilities }] of days.entries()) {
      for (const color of ['blue', 'white', 'red'] as const) {
        expect(Math.abs((shown[index]?.probabilities[color] ?? Number.NaN) - probabilities[color])).toBeLessThan(0.0016)
      }
    }
  })

  test('/api/dashboard has six weeks of the hourly history, with null for hours without a value', async () => {
    const from = dashboard.heatMap[0]?.firstHour ?? ''
    const { points } = await ask<ScoreHistoryResponse>(`/v1/score/history?granularity=hourly&from=${from}`)
    const scoreByMs = new Map(points.map(({ timestamp, globalScore }) => [Date.parse(timestamp), globalScore]))
    const shown = dashboard.heatMap.flatMap(({ firstHour, scores }) =>
      scores.map((score, hour) => ({ atMs: Date.parse(firstHour) + hour * hourMs, score })),
    )
    expect(shown).toEqual(shown.map(({ atMs }) => ({ atMs, score: scoreByMs.get(atMs) ?? null })))
    expect(points.length).toBeGreaterThan(900)
  })

  test('/api/dashboard has 42 Paris days, of which the day of the clock change has 23 hours', () => {
    expect(dashboard.heatMap).toHaveLength(42)
    expect(dashboard.heatMap.at(-1)?.date).toBe('2026-04-21')
    const lengths = dashboard.heatMap.map(({ date, scores }) => [date, scores.length])
    expect(lengths.filter(([, length]) => length !== 24)).toEqual([['2026-03-29', 23]])
  })
})
