import type { Language } from '../../../../contract/values/languages.ts'
import { typeset } from '../../../score/texts/sentence.ts'
import type {
  BreakEvenAnswer,
  MovedLoad,
  OffPeakBreakEven,
  Statement,
  TempoBreakEven,
} from '../../statement/statement.ts'
import { createWording, type Wording } from './words.ts'

/**
 * A sentence for each contract with colours or off-peak hours: the change of the consumption by which it costs less than another contract. Tempo has none if
 * `describeBest` already says that it is the cheapest.
 */
export function listBreakEvenSentences(statement: Statement, language: Language): string[] {
  const wording = createWording(statement, language)
  return [
    ...statement.breakEvens.tempo
      .filter((breakEven) => breakEven.intoRedOffPeak.state !== 'already' || !isCheapest(breakEven, statement))
      .map((breakEven) => describeTempo(breakEven, wording)),
    ...statement.breakEvens.offPeak.map((breakEven) => describeOffPeak(breakEven, wording)),
  ].map((text) => typeset(text, language))
}

/** The names of both contracts, and the difference of their costs. */
function writeNames({ key, reference, basis }: Compared, answer: BreakEvenAnswer, wording: Wording) {
  const eur = answer.state === 'already' ? answer.marginEur : answer.state === 'never' ? answer.missingEur : 0
  const { quote, quoteCompared, euros } = wording
  return { contract: quote(key), reference: quoteCompared(reference, basis), eur: euros(eur) }
}
type Compared = Pick<TempoBreakEven, 'key' | 'reference' | 'basis'>

/** Whether the comparison finds a contract the cheapest, against the same one and by the same costs. */
function isCheapest({ key, reference, basis }: Compared, { comparison }: Statement): boolean {
  return comparison?.best === key && comparison.current === reference && comparison.basis === basis
}

function describeTempo(breakEven: TempoBreakEven, wording: Wording): string {
  const { redDays, intoRedOffPeak, intoBlueOffPeak } = breakEven
  const { texts, enough } = wording
  const names = writeNames(breakEven, intoRedOffPeak, wording)
  if (intoRedOffPeak.state === 'already') return describeAlready(intoRedOffPeak.marginEur, names, wording)
  if (intoRedOffPeak.state === 'never') return redDays === 0 ? texts.noRedDays(names) : texts.tempoNever(names)
  const [red, blue] = [
    intoRedOffPeak.kwhPerDay,
    intoBlueOffPeak.state === 'possible' ? intoBlueOffPeak.kwhPerDay : null,
  ]
  const intoRed = texts.tempoPossible({ ...names, kwh: enough(red) })
  const isSame = blue === null || enough(blue) === enough(red)
  return `${intoRed}${isSame ? texts.tempoRedOnly : texts.tempoBlue({ kwh: enough(blue) })}`
}

function describeOffPeak(breakEven: OffPeakBreakEven, wording: Wording): string {
  const { offPeakShare, neededShare, answer } = breakEven
  const { texts, enough } = wording
  const names = writeNames(breakEven, answer, wording)
  if (answer.state === 'never') return texts.offPeakNever(names)
  const shares = writeShares(offPeakShare, neededShare, wording)
  if (answer.state === 'possible') return texts.offPeakPossible({ ...names, ...shares, kwh: enough(answer.kwhPerDay) })
  // Where both prices are close or the subscription is lower, no share is needed.
  const isNeeded = answer.marginEur > 0 && neededShare !== null && neededShare > 0 && offPeakShare >= neededShare
  return isNeeded ? texts.offPeakAlready({ ...names, ...shares }) : describeAlready(answer.marginEur, names, wording)
}

function describeAlready(marginEur: number, names: ReturnType<typeof writeNames>, { texts }: Wording): string {
  return marginEur < 0.005 ? texts.sameCost(names) : texts.already(names)
}

/** Two shares in percent, with a decimal only where whole percents are equal. */
function writeShares(share: number, needed: number | null, { figure }: Wording): { share: string; needed: string } {
  const decimals = needed !== null && figure(share * 100, 0) === figure(needed * 100, 0) ? 1 : 0
  return { share: figure(share * 100, decimals), needed: figure((needed ?? 0) * 100, decimals) }
}

/** What the best start of each day would have saved: a sentence for each contract whose price differs by hour, and one for the emissions. */
export function listMovedSentences(statement: Statement, language: Language): string[] {
  const { moved } = statement
  if (moved === null) return []
  const wording = createWording(statement, language)
  const kwh = wording.figure(moved.load.energyKwh, Number.isInteger(moved.load.energyKwh) ? 0 : 1)
  if (moved.daysWithLoad === 0) return [typeset(wording.texts.loadNotFound({ kwh }), language)]
  const byPrice = moved.contracts.flatMap((contract) => describeMove(contract, kwh, wording))
  const mostDays = moved.contracts.reduce(
    (most, contract) => (contract.countedDays > most.countedDays ? contract : most),
    moved.contracts[0] ?? noMove,
  )
  const byCarbon =
    mostDays.countedDays === 0
      ? []
      : [wording.texts.movedByCarbon({ kwh, ...writeMove(mostDays, mostDays.byCarbon, wording) })]
  return [...byPrice, ...byCarbon].map((text) => typeset(text, language))
}

type Move = MovedLoad['contracts'][number]
const nothing = { savedEur: 0, savedKgCo2eq: 0 }
const noMove: Move = { key: '', countedDays: 0, unknownDays: 0, byPrice: nothing, byCarbon: nothing }

function describeMove(contract: Move, kwh: string, wording: Wording): string[] {
  const { texts, quote } = wording
  if (contract.byPrice.savedEur < 0.005) return []
  const words = { contract: quote(contract.key), kwh, ...writeMove(contract, contract.byPrice, wording) }
  return [contract.byPrice.savedKgCo2eq < 0 ? texts.movedMore(words) : texts.moved(words)]
}

function writeMove({ countedDays }: Move, { savedEur, savedKgCo2eq }: Move['byPrice'], wording: Wording) {
  const { texts, euros, mass, figure } = wording
  return { eur: euros(savedEur), mass: mass(savedKgCo2eq), days: texts.days(countedDays, figure(countedDays, 0)) }
}
