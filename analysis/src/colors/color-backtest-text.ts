import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { formatFixed, formatPercent } from '../figures-text.ts'
import { type ColorMethod, type ColorResults, colorMethods } from './run-color-backtest.ts'

const methodNames: Readonly<Record<ColorMethod, string>> = {
  weather: 'A, weather with emulated errors',
  firstDay0: 'the same on the first day, scale of this year',
  firstDay1: 'the same, scale of a year ago',
  firstDay2: 'the same, scale of two years ago',
  firstDayShipped: 'the same, shipped scale',
  A: 'A, emulated published forecasts',
  B: 'B, realised net load',
  C: 'C, colours alone',
  calendar: 'calendar and stock',
  recorded: 'A, recorded day-ahead forecasts of today and tomorrow',
}

/** Figures of one method in a row, by lead. */
const tables = [
  ['Brier score', ({ brier }) => formatFixed(brier, 4)],
  ['Most probable colour right', ({ mostProbableRight }) => formatPercent(mostProbableRight, 1)],
  ['Red at 50 %, recall', ({ redRecall }) => formatPercent(redRecall, 0)],
  ['Red at 50 %, precision', ({ redPrecision }) => formatPercent(redPrecision, 0)],
  ['Judged days', ({ days }) => String(days)],
] as const satisfies readonly (readonly [string, (result: ColorResults['A'][number]) => string])[]

/** The tables of docs/methodology/accuracy-figures.md: a row for each method that was judged, a column for each lead. */
export function writeColorBacktest(results: ColorResults): string {
  const judged = colorMethods.filter((method) => results[method].some(({ days }) => days > 0))
  return tables
    .map(([title, cellOf]) => {
      const header = [title, ...results.C.map((_, index) => `J+${index + 1}`)]
      return formatFiguresTable(
        header,
        judged.map((method) => [
          methodNames[method],
          ...results[method].map((result) => (result.days === 0 ? '–' : cellOf(result))),
        ]),
      )
    })
    .join('\n\n')
}
