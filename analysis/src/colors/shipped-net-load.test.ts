import { expect, test } from 'bun:test'
import { shippedNetLoad } from '@hexawatt/shared/methodology/tariff-colors/outlook-inputs'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { type RecordedColors, readRecordedColors } from '../recorded/recorded-colors.ts'
import { findNewestYear } from './ship-net-load.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the shipped year of net load')

test.skipIf(folder === null)('the shipped net load is the newest recorded year without a hole', async () => {
  expect(findNewestYear(await readRecordedColors(folder ?? ''))).toEqual({
    ...shippedNetLoad,
    netLoadMw: [...shippedNetLoad.netLoadMw],
  })
})

test('a hole in wind and sun ends the run of days that a year is taken from', () => {
  const known = (value: number, count: number) => Array.from({ length: count }, () => value)
  const windAndSunMw = [...known(5_000, 365), null, ...known(5_000, 300)]
  const days = {
    firstDay: Temporal.PlainDate.from('2023-01-01'),
    loadMw: known(50_000, 666),
    windAndSunMw,
    loadForecastMw: [],
    windAndSunForecastMw: [],
    temperatureC: known(9, 666),
  }
  const recorded: RecordedColors = {
    colors: new Map(),
    days,
    isTemperatureOfScaleKnown: true,
    windMw: [],
    sunMw: [],
    windMs: [],
  }
  expect(findNewestYear(recorded)).toEqual({ firstDay: '2023-01-01', coldC: 9, netLoadMw: known(45_000, 365) })
  expect(() => findNewestYear({ ...recorded, days: { ...days, loadMw: known(50_000, 300) } })).toThrow(
    '365 days in a row',
  )
})
