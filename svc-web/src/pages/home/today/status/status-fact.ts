import type { HexagonMark } from '../../../../kit/hexagon.ts'

/** Order of facts: the worst first. Stopped data come before what is only announced, since it casts doubt on it. */
const factRanks = [
  'veryTense',
  'redDay',
  'stale',
  'tense',
  'veryTenseTomorrow',
  'redDayTomorrow',
  'tenseTomorrow',
] as const
export type FactRank = (typeof factRanks)[number]

/** One fact of the band: the situation, and what the reader can do. */
export type StatusFact = {
  rank: FactRank
  mark: HexagonMark
  /** Name of the sign, for its colour. */
  sign: 'tension' | 'tempo' | 'data'
  title: string
  advice: string
  link: { href: string; text: string }
}

/** Whether a fact makes the band red: very tense hours today, or a red day in force. */
export const isAlarming = ({ rank }: StatusFact): boolean => rank === 'veryTense' || rank === 'redDay'

/** The worst two facts, the worst first. */
export function pickWorstFacts(facts: readonly StatusFact[]): StatusFact[] {
  return facts.toSorted((one, other) => factRanks.indexOf(one.rank) - factRanks.indexOf(other.rank)).slice(0, 2)
}
