import type { PlainQuestion } from './independent/expected-statement.ts'
import type { PlainContract } from './independent/plain-prices.ts'
import type { PlainHour, PlainInput } from './independent/plain-statement.ts'
import { madeUpContracts } from './made-up-contracts.ts'
import { madeUpPrices } from './made-up-prices.ts'
import { makeColors, makeHours, makeSteps } from './made-up-year.ts'

export type VectorCase = { name: string; input: PlainInput; question: PlainQuestion }

type Shape = {
  name: string
  from: string
  to: string
  minutes: number
  gap?: { from: string; to: string }
  red: readonly string[]
  /** Days without a colour. */
  unknownColors?: readonly string[]
  /** Columns without a value in some hours: unknown, never 0. */
  unknown?: readonly { column: keyof PlainHour; from: string; to: string }[]
  /** Contracts other than the usual ones. */
  contracts?: readonly PlainContract[]
  question: PlainQuestion
}

function makeCase({
  contracts = madeUpContracts,
  name,
  from,
  to,
  minutes,
  gap,
  red,
  unknownColors = [],
  unknown = [],
  question,
}: Shape): VectorCase {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const steps =
    gap === undefined
      ? makeSteps(from, to, minutes, 11)
      : [...makeSteps(from, gap.from, minutes, 11), ...makeSteps(gap.to, to, minutes, 12)]
  const colors = makeColors('2024-01-01', '2024-12-31', red)
  for (const date of unknownColors) colors.delete(date)
  const hours = makeHours(fromMs, toMs, 13)
  for (const [atMs, hour] of hours) {
    for (const { column, ...span } of unknown) {
      if (atMs >= Date.parse(span.from) && atMs < Date.parse(span.to)) hour[column] = null
    }
  }
  const market = { prices: madeUpPrices, colors }
  return { name, input: { fromMs, toMs, steps, hours, market, contracts }, question }
}

const load = (kwh: number, minutes: number, usualStart: number, from: number, to: number): PlainQuestion['load'] => ({
  kwh,
  minutes,
  usualStartMinute: usualStart,
  window: { fromMinute: from, toMinute: to },
})

export const vectorCases: readonly VectorCase[] = [
  makeCase({
    name: 'the day with 23 hours, and the summer hours of the off-peak contract the day after',
    from: '2024-03-30T12:00+01:00',
    to: '2024-04-01T18:00+02:00',
    minutes: 30,
    red: ['2024-03-30'],
    question: { current: 'hphc', load: load(0.6, 90, 13 * 60 + 20, 22 * 60, 7 * 60) },
  }),
  makeCase({
    name: 'the day with 25 hours, steps across full hours, and unknown market prices, colours and intensities',
    from: '2024-10-26T00:30+02:00',
    to: '2024-10-28T12:30+01:00',
    minutes: 60,
    red: [],
    unknownColors: ['2024-10-27'],
    unknown: [
      { column: 'eurPerMwh', from: '2024-10-26T15:00+02:00', to: '2024-10-26T18:00+02:00' },
      { column: 'consumption', from: '2024-10-27T02:00+02:00', to: '2024-10-27T02:00+01:00' },
    ],
    question: { current: 'base', load: load(0.5, 75, 19 * 60, 0, 0) },
  }),
  makeCase({
    name: 'new prices in the middle of a month, red days from 06:00, a gap, and one subscription that is unknown',
    from: '2024-11-11T00:00+01:00',
    to: '2024-11-14T00:00+01:00',
    minutes: 60,
    gap: { from: '2024-11-13T01:00+01:00', to: '2024-11-13T05:20+01:00' },
    red: ['2024-11-11', '2024-11-12'],
    contracts: madeUpContracts.map((contract) =>
      contract.kind === 'spot' ? { ...contract, monthly: null } : contract,
    ),
    question: { current: 'base', load: load(0.4, 120, 60, 22 * 60 + 30, 6 * 60) },
  }),
]
