import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import { maxQuietRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import {
  type ContractChoice,
  defaultContract,
  readNumber,
  readOffPeak,
  spotTermLimits,
} from '../../../kit/contract-choice.ts'
import { type Appliance, applianceIds, appliances } from './appliances.ts'
import { isObjective, loadLimits, makeDefaultChoice, type PlanChoice, usualReadyBy } from './choice.ts'
import { isReadyBy } from './ready-by.ts'

/**
 * A parameter of a choice, in the query of `/` and as a field of its form: the parameters of `GET /v1/schedule`, and two fields of the form: the hours that
 * the box `quiet` switches on, and the addition to the market price in ct/kWh.
 */
export type ChoiceField =
  | ('appliance' | 'energyKWh' | 'powerKW' | 'readyBy' | 'quiet' | 'quietHours' | 'tariff')
  | ('offPeak' | 'offPeakSummer' | 'offPeakWinter' | 'objective')
  | ('adder' | 'adderEurPerKwh' | 'adderCtPerKwh' | 'vatPercent')

type Refused = Partial<Record<ChoiceField, string>>

/**
 * Hidden fields of the form without a script: the appliance and the off-peak hours that the form was rendered with. A script knows them, and leaves them out.
 */
export const formStateFields = ['applianceShown', 'offPeakShown'] as const

/** A choice as it was read: what is in force, and the texts that could not be read, which their fields keep. */
export type ChoiceReading = {
  choice: PlanChoice
  refused: Readonly<Refused>
}

/**
 * Reads a choice from a query or a form. A part that is missing, or that cannot be read, is that of the contract in force, else the default of the
 * appliance; a text that cannot be read is named.
 *
 * @param inForce the remembered contract, or the last valid one of the form; null = none yet
 * @param adders ids of the adder profiles on offer
 */
export function readChoice(
  asked: URLSearchParams,
  inForce: ContractChoice | null,
  adders: readonly string[],
): ChoiceReading {
  const refused: Refused = {}
  /** A parameter that was given and can be read; null for the value of `otherwise`. */
  function read<Value>(name: ChoiceField, parse: (text: string) => Value | null): Value | null {
    const text = asked.get(name)?.trim() ?? ''
    if (text === '') return null
    const value = parse(text)
    if (value === null) refused[name] = text.replaceAll(unprintable, '\ufffd').slice(0, maxKeptLength)
    return value
  }
  const oneOf =
    <Name extends string>(names: readonly Name[]) =>
    (text: string): Name | null =>
      names.find((name) => name === text) ?? null

  const appliance: Appliance = read('appliance', oneOf(applianceIds)) ?? 'washing-machine'
  const remembered = inForce ?? defaultContract
  const offPeakShown = readOffPeak(asked.get('offPeakShown') ?? '')
  const last = offPeakShown === null ? remembered : { ...remembered, offPeak: offPeakShown }
  const tariff = read('tariff', oneOf(tariffKinds)) ?? last.tariff
  const contract: ContractChoice = {
    tariff,
    offPeak: read('offPeak', readOffPeak) ?? last.offPeak,
    offPeakBySeason: readSeasons(asked, read, refused, last),
    adder: asked.has('adder') || asked.has('adderEurPerKwh') ? read('adder', oneOf(adders)) : findOffered(last, adders),
    adderEurPerKwh: read('adderCtPerKwh', readCents) ?? read('adderEurPerKwh', readEuros) ?? last.adderEurPerKwh,
    vatPercent: read('vatPercent', (text) => readNumber(text, spotTermLimits.vatPercent)) ?? last.vatPercent,
  }
  const usual = makeDefaultChoice(appliance, contract)
  const shown = applianceIds.find((id) => id === asked.get('applianceShown'))
  /** Energy or power; the usual one of the appliance that the form was made with gives way to that of a newly chosen one. */
  function readLoad(name: 'energyKWh' | 'powerKW'): number | null {
    const value = read(name, (text) => readNumber(text, loadLimits[name]))
    const isOfOther = shown !== undefined && shown !== appliance && value === appliances[shown][name]
    return isOfOther ? null : value
  }
  const isQuiet = asked.has('quiet')
  const quietHours = read('quietHours', readQuiet)
  const choice: PlanChoice = {
    ...usual,
    energyKWh: readLoad('energyKWh') ?? usual.energyKWh,
    powerKW: readLoad('powerKW') ?? usual.powerKW,
    readyBy: read('readyBy', (text) => (isReadyBy(text) ? text : null)) ?? usualReadyBy,
    quiet: isQuiet ? (quietHours ?? read('quiet', readQuiet) ?? []) : [],
    objective: read('objective', (text) => (isObjective(text) ? text : null)),
  }
  dropUnasked(refused, choice)
  return { choice, refused }
}

/** Longest text that a field keeps: longer than anything that is meant. */
const maxKeptLength = 80

/** Control characters, and characters that change the order of what follows them. */
const unprintable = /[\p{Cc}\p{Cf}]/gu

function readQuiet(text: string): PlanChoice['quiet'] | null {
  const hours = readGivenHours(text, maxQuietRanges)
  return hours === null || hours.hasEmptyRange ? null : hours.ranges
}

const readEuros = (text: string): number | null => readNumber(text, spotTermLimits.adderEurPerKwh)

function readCents(text: string): number | null {
  const { least, most } = spotTermLimits.adderEurPerKwh
  const cents = readNumber(text, { least: least * centsPerEuro, most: most * centsPerEuro })
  return cents === null ? null : roundHalfAwayFromZero(cents / centsPerEuro, adderDecimals)
}

const centsPerEuro = 100
/** Decimals of an addition, EUR/kWh: price sheets have at most six. */
const adderDecimals = 6

const findOffered = ({ adder }: ContractChoice, adders: readonly string[]): string | null =>
  adder !== null && adders.includes(adder) ? adder : null

type Read = (name: ChoiceField, parse: (text: string) => string | null) => string | null

/** Off-peak hours by season, which must be given together: a missing season is refused in its field. Hours that cannot be read replace nothing. */
function readSeasons(
  asked: URLSearchParams,
  read: Read,
  refused: Refused,
  { offPeakBySeason }: ContractChoice,
): ContractChoice['offPeakBySeason'] {
  const summer = read('offPeakSummer', readOffPeak)
  const winter = read('offPeakWinter', readOffPeak)
  if (summer !== null && winter !== null) return { summer, winter }
  if (summer !== null) refused.offPeakWinter ??= ''
  if (winter !== null) refused.offPeakSummer ??= ''
  const isRefused = [refused.offPeak, refused.offPeakSummer, refused.offPeakWinter].some((text) => text !== undefined)
  return isRefused || !asked.has('offPeak') ? offPeakBySeason : null
}

/** Fields of another tariff, or of quiet hours that are off, are hidden: what they say does not count. */
function dropUnasked(refused: Refused, { contract }: PlanChoice): void {
  if (contract.tariff !== 'hphc' && contract.adder === null) {
    delete refused.offPeak
    delete refused.offPeakSummer
    delete refused.offPeakWinter
  }
  if (contract.tariff !== 'spot') {
    delete refused.adder
    delete refused.adderEurPerKwh
    delete refused.adderCtPerKwh
    delete refused.vatPercent
  }
}
