import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { chanceExponent, computeHonestChance } from '@hexawatt/shared/methodology/schedule/honest-chance'
import { divideOrNull, formatFixed } from '../figures-text.ts'
import { type JudgedObjective, judgedObjectives, objectiveTitles, type PlanStats } from './evaluate-plans.ts'
import {
  correctedObjectives,
  fitByHalfYear,
  fitChanceExponent,
  type JudgedChance,
  listChances,
  toHalfYear,
} from './fit-chances.ts'

/** Lower ends of the classes of what was said; below one half there are too few for tenths. */
const classStarts = [0, 0.5, 0.6, 0.7, 0.8, 0.9] as const
/** Largest gaps count from the chance on from which waiting is advised. */
const gapsFrom = 0.6

/** A chance that was said, and whether waiting paid. */
type Said = { said: number; hasSaved: boolean }

/** Said and paid of one class. */
type ChanceClass = { from: number; count: number; said: number | null; paid: number | null }

/** Writes, for each objective, how often waiting paid next to the stated chance, by tenths of the chance, and the fitted exponents. */
export function writeChances(stats: readonly PlanStats[]): string[] {
  const corrected = listChances(stats, correctedObjectives)
  const walked = fitByHalfYear(corrected)
  const fitted = fitChanceExponent(corrected)
  const exponents = [
    `shipped ${formatFixed(chanceExponent, 2)}`,
    `fitted on all of these ${formatFixed(fitted, 3)}`,
    ...[...walked].map(([half, exponent]) => `before ${half} ${formatFixed(exponent, 3)}`),
  ]
  return [
    ...judgedObjectives.map((objective) => writeChanceTable(objective, listChances(stats, [objective]), walked)),
    `Exponent of the odds for carbon and direct emissions: ${exponents.join('; ')}.`,
  ]
}

function writeChanceTable(
  objective: JudgedObjective,
  chances: readonly JudgedChance[],
  walked: ReadonlyMap<string, number>,
): string {
  const isCorrected = correctedObjectives.some((one) => one === objective)
  const served = { name: 'served', classes: classify(chances) }
  const columns = isCorrected
    ? [
        { name: 'share of the paths', classes: classify(chances.map((of) => ({ ...of, said: of.share }))) },
        served,
        { name: 'fitted on the past only', classes: classify(walkForward(chances, walked)) },
      ]
    : [served]
  const rows = classStarts.map((from, index) => [
    `${from * 100}–${(classStarts[index + 1] ?? 1) * 100} %`,
    ...columns.flatMap(({ classes }) => {
      const { count = 0, said = null, paid = null } = classes[index] ?? {}
      return [String(count), formatPoints(said), formatPoints(paid)]
    }),
  ])
  const gaps = ['largest gap from 60 %', ...columns.flatMap(({ classes }) => ['', '', formatPoints(findGap(classes))])]
  return formatFiguresTable(
    [`${objectiveTitles[objective]}: chance`, ...columns.flatMap(({ name }) => [`${name}: plans`, 'said', 'paid'])],
    [...rows, gaps],
  )
}

/** The chances of each half-year with the exponent that was fitted before it. */
function walkForward(chances: readonly JudgedChance[], walked: ReadonlyMap<string, number>): Said[] {
  return chances.flatMap(({ issuedMs, share, paths, hasSaved }) => {
    const exponent = walked.get(toHalfYear(issuedMs))
    return exponent === undefined ? [] : [{ said: computeHonestChance(share, paths, exponent), hasSaved }]
  })
}

function classify(chances: readonly Said[]): ChanceClass[] {
  return classStarts.map((from, index) => {
    const to = classStarts[index + 1] ?? Number.POSITIVE_INFINITY
    const ofClass = chances.filter(({ said }) => said >= from && said < to)
    const count = ofClass.length
    return {
      ...{ from, count },
      said: divideOrNull(
        ofClass.reduce((sum, { said }) => sum + said, 0),
        count,
      ),
      paid: divideOrNull(ofClass.filter(({ hasSaved }) => hasSaved).length, count),
    }
  })
}

/** The largest distance of said and paid; null where nothing was said. */
function findGap(classes: readonly ChanceClass[]): number | null {
  const gaps = classes.flatMap(({ from, said, paid }) =>
    from < gapsFrom || said === null || paid === null ? [] : [Math.abs(said - paid)],
  )
  return gaps.length === 0 ? null : Math.max(...gaps)
}

const formatPoints = (share: number | null): string => formatFixed(share === null ? null : 100 * share, 1)
