import { describe, expect, test } from 'bun:test'
import { rule } from '@hexawatt/shared/methodology/tariff-colors/color-constants'
import { forecastColors } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { createNetLoadRecord } from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import { findTariffSeason } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { readRecordedColors } from '../recorded/recorded-colors.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the test vectors of the tariff colours')

/** Test vectors of the first implementation: stock before the day, q04 and scale in MW, r(J−1), calendar mean of J+2; blue/white/red of J+2 to J+6 by B and by C. */
const vectors = [
  [
    '2015-01-20',
    '14r 22w',
    [46174, 16615, '0.279', '1.4508'],
    '0.016/0.179/0.805 0.052/0.278/0.670 0.292/0.708/0.000 1.000/0.000/0.000 0.110/0.311/0.579',
    '0.015/0.167/0.818 0.047/0.264/0.689 0.258/0.742/0.000 1.000/0.000/0.000 0.105/0.310/0.585',
  ],
  [
    '2016-12-01',
    '20r 39w',
    [45810, 14475, '0.685', '0.7520'],
    '0.162/0.838/0.000 1.000/0.000/0.000 0.115/0.498/0.387 0.147/0.491/0.362 0.195/0.493/0.312',
    '0.127/0.873/0.000 1.000/0.000/0.000 0.095/0.477/0.428 0.132/0.486/0.382 0.194/0.496/0.310',
  ],
  [
    '2018-02-23',
    '3r 9w',
    [45310, 15722, '0.493', '0.5391'],
    '1.000/0.000/0.000 0.191/0.277/0.532 0.258/0.271/0.470 0.325/0.266/0.409 0.391/0.287/0.322',
    '1.000/0.000/0.000 0.169/0.270/0.561 0.202/0.259/0.539 0.247/0.260/0.493 0.316/0.315/0.369',
  ],
  [
    '2018-12-11',
    '22r 37w',
    [44501, 16074, '-0.131', '1.2969'],
    '0.015/0.364/0.621 0.060/0.458/0.482 0.309/0.691/0.000 1.000/0.000/0.000 0.096/0.421/0.483',
    '0.011/0.311/0.678 0.046/0.423/0.530 0.274/0.726/0.000 1.000/0.000/0.000 0.103/0.437/0.460',
  ],
  [
    '2020-12-28',
    '18r 30w',
    [40262, 16233, '0.348', '0.9222'],
    '0.277/0.552/0.171 0.373/0.445/0.182 0.847/0.153/0.000 0.802/0.198/0.000 1.000/0.000/0.000',
    '0.269/0.556/0.176 0.351/0.454/0.195 0.835/0.165/0.000 0.791/0.209/0.000 1.000/0.000/0.000',
  ],
  [
    '2021-04-01',
    '0r 1w',
    [40445, 16541, '-0.211', '0.0343'],
    '0.995/0.005/0.000 1.000/0.000/0.000 0.995/0.005/0.000 0.913/0.087/0.000 0.921/0.079/0.000',
    '0.994/0.006/0.000 1.000/0.000/0.000 0.995/0.005/0.000 0.909/0.091/0.000 0.914/0.086/0.000',
  ],
  [
    '2022-01-18',
    '8r 25w',
    [42165, 14893, '0.587', '1.4619'],
    '0.011/0.220/0.769 0.050/0.363/0.588 0.311/0.689/0.000 1.000/0.000/0.000 0.149/0.429/0.423',
    '0.014/0.241/0.745 0.063/0.393/0.545 0.354/0.646/0.000 1.000/0.000/0.000 0.147/0.432/0.421',
  ],
  [
    '2022-09-01',
    '22r 43w',
    [41744, 16204, '-0.021', '-0.4472'],
    '0.995/0.005/0.000 1.000/0.000/0.000 0.995/0.005/0.000 0.995/0.005/0.000 0.995/0.005/0.000',
    '0.995/0.005/0.000 1.000/0.000/0.000 0.995/0.005/0.000 0.995/0.005/0.000 0.995/0.005/0.000',
  ],
] as const

describe.skipIf(folder === null)('the colour forecast equals the test vectors', () => {
  test.each(vectors)('%s', async (date, stock, [lowMw, widthMw, lastResidual, mean], ofB, ofC) => {
    const { colors, days } = await readRecordedColors(folder ?? '')
    const today = Temporal.PlainDate.from(date)
    const tomorrow = today.add({ days: 1 }).toString()
    const season = findTariffSeason(today)
    const known = new Map([...colors].filter(([day]) => day <= tomorrow))
    const placed = (color: string) => season.filter((day) => day.date < date && colors.get(day.date) === color).length
    expect(`${rule.stock.red - placed('RED')}r ${rule.stock.white - placed('WHITE')}w`).toBe(stock)

    const netLoad = createNetLoadRecord(days, null)
    const scale = netLoad.scaleForIssue(today)
    expect([scale?.lowMw, scale?.widthMw].map((mw) => Math.round(mw ?? 0))).toEqual([lowMw, widthMw])
    expect(netLoad.residualsBefore(today)?.lastDay.toFixed(3)).toBe(lastResidual)
    expect(season.find((day) => day.date === today.add({ days: 2 }).toString())?.calendarMean.toFixed(4)).toBe(mean)

    const inputs = {
      today,
      season,
      colors: known,
      seasonStock: rule.stock,
      netLoad: null,
      forecasts: [],
      weatherForecasts: null,
    }
    const written = (outlook: ReturnType<typeof forecastColors>): string | undefined =>
      outlook?.days
        .slice(2)
        .map(({ probabilities: { blue, white, red } }) => [blue, white, red].map((p) => p.toFixed(3)).join('/'))
        .join(' ')
    expect(written(forecastColors({ ...inputs, netLoad }))).toBe(ofB)
    expect(written(forecastColors(inputs))).toBe(ofC)
  })
})
