import { expect, test } from 'bun:test'
import { findTariffSeason } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { generateTariffDays } from './tariff-season.ts'

const seasons = Array.from({ length: 20 }, (_, index) =>
  findTariffSeason(Temporal.PlainDate.from(`${2015 + index}-10-01`)),
)

test('every generated season has 22 red and 43 white days, each on a day that the rules of the tariff allow', () => {
  for (const season of seasons) {
    const colors = generateTariffDays(season.map(({ date }) => Temporal.PlainDate.from(date)))
    expect(colors.map(({ date }) => date.toString())).toEqual(season.map(({ date }) => date))
    const daysOf = (wanted: string) => season.filter((_, index) => colors[index]?.color === wanted)
    expect([daysOf('RED').length, daysOf('WHITE').length]).toEqual([22, 43])
    expect(daysOf('RED').filter(({ mayBeRed }) => !mayBeRed)).toEqual([])
    expect(daysOf('WHITE').filter(({ mayBeWhite }) => !mayBeWhite)).toEqual([])
  }
})
