import {
  calculateComparison,
  findEnergyToMove,
  findEvenShare,
  type PlainComparison,
  sumPeak,
  sumRedPeak,
} from './plain-comparison.ts'
import { calculateMoves, type PlainLoad } from './plain-moves.ts'
import { calculateStatement, type PlainInput, type PlainStatement, visitMinutes } from './plain-statement.ts'

// What a statement must say, in the words of its own fields, by the independent calculation only.

const round = (value: number): number => Number(value.toFixed(6)) + 0
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : round(value))

export type PlainQuestion = { current: string; load: PlainLoad }

/** The part of a statement that every program must reproduce, numbers to six decimals. */
export function calculateExpected(input: PlainInput, { current, load }: PlainQuestion) {
  const { total, months } = calculateStatement(input)
  const comparison = calculateComparison(input)
  return {
    total: describe(total, input),
    months: [...months].map(([month, sums]) => ({ month, ...describe(sums, input) })),
    unknown: listUnknown(input),
    comparison: describeComparison(comparison, input, current, total.energyKwh),
    breakEvens: describeBreakEvens(comparison, input, current),
    moved: describeMoves(input, load),
  }
}

function describe(sums: PlainStatement['total'], { contracts }: PlainInput) {
  const { production, consumption, direct } = sums.emissions
  const describeEmissions = ({ kg, knownKwh, knownMinutes, gramMinutes }: typeof production) => ({
    kgCo2eq: knownMinutes > 0 ? round(kg) : null,
    knownKwh: round(knownKwh),
    knownShare: orNull(knownKwh / sums.energyKwh),
    gCo2eqPerKwh: orNull((1_000 * kg) / knownKwh),
    gridGCo2eqPerKwh: orNull(gramMinutes / knownMinutes),
  })
  return {
    days: sums.days,
    coveredMinutes: sums.coveredMinutes,
    energyKwh: round(sums.energyKwh),
    emissions: {
      production: describeEmissions(production),
      consumption: describeEmissions(consumption),
      direct: describeEmissions(direct),
    },
    costs: sums.costs.map(({ eur, knownKwh, unknownMinutes, subscriptionEur }, index) => ({
      key: contracts[index]?.key ?? '',
      energyEur: unknownMinutes < sums.coveredMinutes ? round(eur) : null,
      knownKwh: round(knownKwh),
      knownShare: orNull(knownKwh / sums.energyKwh),
      subscriptionEur: orNull(subscriptionEur),
      totalEur: unknownMinutes === 0 ? orNull(eur + subscriptionEur) : null,
    })),
  }
}

/** Energy and hours of everything that is unknown: intensities first, then contracts. */
function listUnknown(input: PlainInput) {
  const intensities = (['production', 'consumption', 'direct'] as const).map((intensity) => ({
    figure: { intensity },
    kwh: 0,
    minutes: 0,
  }))
  const contracts = input.contracts.map(({ key }) => ({ figure: { contract: key }, kwh: 0, minutes: 0 }))
  visitMinutes(input, ({ kwh, hour, prices }) => {
    const unknown = [
      ...intensities.filter(({ figure }) => (hour?.[figure.intensity] ?? null) === null),
      ...contracts.filter((_, index) => prices[index] === undefined),
    ]
    for (const sums of unknown) {
      sums.kwh += kwh
      sums.minutes += 1
    }
  })
  return [...intensities, ...contracts]
    .filter(({ minutes }) => minutes > 0)
    .map(({ figure, kwh, minutes }) => ({ figure, energyKwh: round(kwh), hours: round(minutes / 60) }))
}

function describeComparison(
  { kwh, minutes, energyEur, subscriptionEur, comparedEur }: PlainComparison,
  { contracts }: PlainInput,
  current: string,
  allKwh: number,
) {
  const currentEur = comparedEur[contracts.findIndex(({ key }) => key === current)] ?? Number.NaN
  return {
    basis: subscriptionEur.some(Number.isNaN) ? 'energy' : 'total',
    comparedKwh: round(kwh),
    comparedHours: round(minutes / 60),
    comparedShare: round(kwh / allKwh),
    contracts: contracts.map(({ key }, index) => ({
      key,
      energyEur: round(energyEur[index] ?? Number.NaN),
      subscriptionEur: orNull(subscriptionEur[index] ?? Number.NaN),
      comparedEur: round(comparedEur[index] ?? Number.NaN),
      differenceToCurrentEur: orNull((comparedEur[index] ?? Number.NaN) - currentEur),
    })),
    best: contracts[comparedEur.indexOf(Math.min(...comparedEur))]?.key ?? '',
    current,
  }
}

type DaySums = ReturnType<typeof sumPeak>
const sumOf = (days: DaySums, key: 'kwh' | 'eur'): number => [...days.values()].reduce((sum, day) => sum + day[key], 0)

function answer(excessEur: number, days: DaySums) {
  if (excessEur <= 0) return { state: 'already', marginEur: round(-excessEur) }
  const kwhPerDay = findEnergyToMove(excessEur, days)
  return kwhPerDay === undefined
    ? { state: 'never', missingEur: round(excessEur - sumOf(days, 'eur')) }
    : { state: 'possible', kwhPerDay: round(kwhPerDay) }
}

/** Tempo against the current contract, and off-peak contracts against the one with a single price. */
function describeBreakEvens({ kwh, energyEur, subscriptionEur }: PlainComparison, input: PlainInput, current: string) {
  const { contracts } = input
  const indexOf = (key: string): number => contracts.findIndex((contract) => contract.key === key)
  const subscriptionOf = (key: string): number => subscriptionEur[indexOf(key)] ?? Number.NaN
  const energyOf = (key: string): number => energyEur[indexOf(key)] ?? Number.NaN
  /** Two contracts are compared with their subscriptions where both are known. */
  const isTotal = (one: string, other: string) =>
    !Number.isNaN(subscriptionOf(one)) && !Number.isNaN(subscriptionOf(other))
  const paidOf = (key: string, other: string): number => energyOf(key) + (isTotal(key, other) ? subscriptionOf(key) : 0)
  const compare = (key: string, reference: string) => ({
    ...{ key, reference, basis: isTotal(key, reference) ? 'total' : 'energy' },
    excessEur: paidOf(key, reference) - paidOf(reference, key),
  })
  const single = contracts.find(({ kind }) => kind === 'base')?.key ?? ''
  return {
    tempo: contracts
      .filter(({ kind }) => kind === 'tempo')
      .map(({ key }) => {
        const { excessEur, ...compared } = compare(key, current)
        const [intoRed, intoBlue] = [sumRedPeak(input, 'red'), sumRedPeak(input, 'blue')]
        return {
          ...compared,
          redDays: intoRed.size,
          redPeakKwh: round(sumOf(intoRed, 'kwh')),
          intoRedOffPeak: answer(excessEur, intoRed),
          intoBlueOffPeak: answer(excessEur, intoBlue),
        }
      }),
    offPeak: contracts
      .filter(({ kind }) => kind === 'hphc')
      .map(({ key }) => {
        const { excessEur, ...compared } = compare(key, single)
        const days = sumPeak(input, indexOf(key))
        const energyToPay = paidOf(single, key) - (isTotal(key, single) ? subscriptionOf(key) : 0)
        return {
          ...compared,
          offPeakShare: round(1 - sumOf(days, 'kwh') / kwh),
          neededShare: round(findEvenShare(input, energyToPay)),
          answer: answer(excessEur, days),
        }
      }),
  }
}

function describeMoves(input: PlainInput, load: PlainLoad) {
  const moves = input.contracts.map((_, index) => calculateMoves(input, load, index))
  const [first] = moves
  return {
    daysWithLoad: first?.daysWithLoad ?? 0,
    daysWithoutLoad: first?.daysWithoutLoad ?? 0,
    contracts: moves.map(({ countedDays, daysWithLoad, byPrice, byCarbon }, index) => ({
      key: input.contracts[index]?.key ?? '',
      countedDays,
      unknownDays: daysWithLoad - countedDays,
      byPrice: { savedEur: round(byPrice.eur), savedKgCo2eq: round(byPrice.grams / 1_000) },
      byCarbon: { savedEur: round(byCarbon.eur), savedKgCo2eq: round(byCarbon.grams / 1_000) },
    })),
  }
}
