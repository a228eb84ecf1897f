import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { coreBorderCountries, type NeighbourCountry } from '@hexawatt/shared/grid/borders'
import { hourMs } from '@hexawatt/shared/time/instant'
import { formatFixed } from '../figures-text.ts'
import type { NeighbourRecord } from './neighbour-record.ts'
import { createNeighbourValue } from './valued-hours.ts'

/** Mean distance of an hour of a neighbour from each of its substitutes, g/kWh, direct emissions; `yearly` is the mean of the hour's own year. */
type SubstituteErrors = { country: NeighbourCountry; yesterday: number; lastWeek: number; yearly: number }

const header = [
  'Mean error of a substitute for an hour of a neighbour, 2022-23, direct, g/kWh',
  'same hour yesterday',
  'same hour last week',
  'mean of the year',
]

/** Table of how far off the substitutes for an hour of each neighbour are, over the hours of 2022 and 2023; the direct emissions of Switzerland are 0. */
export function writeSubstituteTable(record: NeighbourRecord): string {
  const rows = computeSubstituteErrors(record)
    .filter(({ country }) => country !== 'CH')
    .map(({ country, yesterday, lastWeek, yearly }) => [
      country,
      ...[yesterday, lastWeek, yearly].map((error) => formatFixed(error, 0)),
    ])
  return formatFiguresTable(header, rows)
}

function computeSubstituteErrors({ hours, intensities }: NeighbourRecord): SubstituteErrors[] {
  return coreBorderCountries.map((country) => {
    const byHour = intensities[country]
    const ofYear = createNeighbourValue(byHour, 'year')
    const computeError = (find: (startMs: number) => { direct: number } | null | undefined): number => {
      const distances = hours.flatMap(({ startMs }) => {
        const [actual, substitute] = [byHour.get(startMs), find(startMs)]
        return actual === undefined || substitute === undefined || substitute === null
          ? []
          : [Math.abs(substitute.direct - actual.direct)]
      })
      return distances.reduce((sum, distance) => sum + distance, 0) / distances.length
    }
    return {
      country,
      yesterday: computeError((startMs) => byHour.get(startMs - 24 * hourMs)),
      lastWeek: computeError((startMs) => byHour.get(startMs - 7 * 24 * hourMs)),
      yearly: computeError(ofYear),
    }
  })
}
