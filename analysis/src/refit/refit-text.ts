import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import {
  analogTypes,
  deviationLastLeads,
  type ForecastConstants,
} from '@hexawatt/shared/methodology/forecast/forecast-constants'
import { type LeadClass, outlookLeadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { headings } from '../backtest/backtest-text.ts'
import { formatFixed, formatPercent } from '../figures-text.ts'
import { type Distance, type HeldOutFigures, judgedTargets, type RefitReport } from './refit-report.ts'

/** What `bun run refit` prints. */
export function writeRefit(report: RefitReport, note: string | null): string {
  const { recorded, heldOut, samples, shipped, fitted, fittedOnAll, distance, figures } = report
  return [
    `Recorded ${formatInstant(recorded.fromMs)} to ${formatInstant(recorded.toMs)}; held out from ${formatInstant(heldOut.fromMs)} on. ${samples.mix} samples of the mix and ${samples.price} of the price before it.`,
    ...(note === null ? [] : [note]),
    'Weights of the deviations e(l), e(b), mean(e(l−23 … l)) by type and hours ahead.',
    formatFiguresTable(constantsHeader, listWeightRows({ shipped, fitted, fittedOnAll })),
    'Coefficients of the price beyond the auction by state.',
    formatFiguresTable(constantsHeader, listCoefficientRows({ shipped, fitted, fittedOnAll })),
    `Shipped constants from those of the whole record: ${formatDistance('weights', distance.deviationWeights)}; ${formatDistance('coefficients', distance.priceCoefficients)}.`,
    'The held-out hours: shipped constants, and those that were fitted without these hours.',
    formatFiguresTable(
      listFiguresHeader(outlookLeadClasses.slice(0, figures.shipped.intensity.mae.length)),
      judgedTargets.flatMap((target) => listFigureRows(target, figures)),
    ),
    `Nothing was changed. To ship other constants, write those of "whole record" into shared/src/methodology/forecast/forecast-constants.ts (with weather: outlook-constants.ts), raise the
version of the forecast, and run the backtest before and after. Hours of the record that the shipped constants were fitted on flatter them.`,
  ].join('\n\n')
}

type Sets = Readonly<Record<'shipped' | 'fitted' | 'fittedOnAll', ForecastConstants>>

const constantsHeader = ['constants', 'shipped', 'without the held-out hours', 'whole record']
const setNames = ['shipped', 'fitted', 'fittedOnAll'] as const

function listWeightRows(sets: Sets): string[][] {
  return analogTypes.flatMap(({ type }) =>
    sets.shipped.deviationWeights[type].map((_, bucket) => {
      const lastLead = deviationLastLeads[bucket] ?? 0
      const firstLead = (deviationLastLeads[bucket - 1] ?? 0) + 1
      const cells = setNames.map((set) => formatNumbers(sets[set].deviationWeights[type][bucket] ?? [], 2))
      return [`${type}, ${firstLead}–${lastLead} h`, ...cells]
    }),
  )
}

function listCoefficientRows(sets: Sets): string[][] {
  return (['priceCoefficients', 'farPriceCoefficients'] as const).flatMap((rows) =>
    Object.keys(sets.shipped[rows]).map((state) => [
      rows === 'priceCoefficients' ? `state ${state}` : `state ${state}, beyond 48 h`,
      ...setNames.map((set) => formatNumbers(sets[set][rows][Number(state)] ?? [], 4)),
    ]),
  )
}

const formatNumbers = (numbers: readonly number[], decimals: number): string =>
  numbers.map((number) => formatFixed(number, decimals)).join(' ')

const formatDistance = (name: string, { count, mean, largest }: Distance): string =>
  `${count} ${name} differ by ${formatFixed(mean, 3)} on average and ${formatFixed(largest, 3)} at most`

const listFiguresHeader = (classes: readonly LeadClass[]): string[] => [
  'held-out hours',
  ...classes.map(({ name }) => `MAE ${name}`),
  ...classes.map(({ name }) => `saving ${name}`),
]

function listFigureRows(
  target: (typeof judgedTargets)[number],
  figures: Readonly<Record<'shipped' | 'fitted', HeldOutFigures>>,
): string[][] {
  return (['shipped', 'fitted'] as const).map((set) => {
    const { mae, saving } = figures[set][target]
    return [
      `${headings[target]}: ${set}`,
      ...mae.map((error) => formatFixed(error, 2)),
      ...saving.map((share) => formatPercent(share, 0)),
    ]
  })
}

const formatInstant = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'minute' })
