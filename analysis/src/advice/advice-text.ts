import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { divideOrNull, formatFixed, formatPercent } from '../figures-text.ts'
import type { DayRange } from '../recorded/record-folder.ts'
import { type GridRecord, toSpanMs } from '../recorded/recorded-hours.ts'
import {
  type Advice,
  advices,
  type Chooser,
  type FollowedAdvice,
  followAdvice,
  savedTargets,
} from './followed-advice.ts'

const titles: Readonly<Record<Advice, string>> = {
  'scoreV1 open': 'open: score, version 1',
  'scoreV2 open': 'open: score, version 2',
  'scoreV1 live': 'live: score, version 1',
  'scoreV2 live': 'live: score, version 2',
  'scoreV1 liveWithoutLoad': 'live, load of D-1 only: score, version 1',
  'scoreV2 liveWithoutLoad': 'live, load of D-1 only: score, version 2',
  cost: 'cost (market price)',
  carbon: 'carbon, life cycle',
  direct: 'direct emissions',
}

const notes = `Open: no grid signal, capacities and outages; grid and adequacy are estimates. Live, emulated: signals, capacities and outages are made up, because
no history of them exists, and the day-ahead forecast of consumption stands in for that of two days ahead, so that every dimension is known and both
versions are the same; in the last pair of rows consumption is known only from its publication on the evening before.`

/** Writes the output of `bun run backtest-advice`: the savings from following each advice. */
export async function writeAdvice(
  record: GridRecord,
  ranges: readonly DayRange[],
  note: string | null,
): Promise<string> {
  const days = ranges.map(({ from, to }) => `${from} to ${to}`).join(', ')
  const followed = await followAdvice(
    record,
    ranges.map(({ from, to }) => toSpanMs(from, to)),
  )
  return [
    `The best 4 hours in a row of the next 24, every three hours of the Paris days ${days}: share of the possible saving, and saving per kWh or MWh against the mean of the 24 hours.`,
    ...(note === null ? [] : [note]),
    writeTable(followed),
    notes,
  ].join('\n\n')
}

const header = [
  'block recommended by',
  'issues',
  'EUR',
  'EUR/MWh',
  'life cycle',
  'g/kWh',
  'direct',
  'g/kWh',
  'direct worse than the mean',
]

function writeTable(followed: FollowedAdvice): string {
  const rows: (readonly [string, Chooser])[] = [
    ...advices.flatMap((advice) => [
      [titles[advice], `${advice} forecast`] as const,
      ['— its best hours of yesterday', `${advice} yesterday`] as const,
    ]),
    ['at once', 'at once'],
  ]
  return formatFiguresTable(
    header,
    rows.flatMap(([title, chooser]) => {
      const sums = followed.get(chooser)
      if (sums === undefined) return []
      const { issues, worseThanMean } = sums.direct
      const cells = savedTargets.flatMap((target) => {
        const { saved, possible } = sums[target]
        return [formatPercent(divideOrNull(saved, possible), 1), formatFixed(divideOrNull(saved, issues), 1)]
      })
      return [[title, String(issues), ...cells, formatPercent(divideOrNull(worseThanMean, issues), 0)]]
    }),
  )
}
