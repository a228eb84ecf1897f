import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import { UsageError } from '../arguments/option-values.ts'

/** A contract that is kept: always with its `tariff`, and only with the values that were given. */
export type KeptContract = ContractQuery & { tariff: string }

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isHours = (value: unknown): boolean =>
  typeof value === 'string' && readGivenHours(value, maxOffPeakRanges) !== null
const hours = { isValid: isHours, accepts: `up to ${maxOffPeakRanges} ranges such as 22h30-6h30` }
const number = { isValid: isNumber, accepts: 'a number' }

/** Fields of a contract. The API checks what only its table knows: ids, powers, and which contract takes which value. */
const fields: Readonly<Record<keyof ContractQuery, { isValid: (value: unknown) => boolean; accepts: string }>> = {
  tariff: { isValid: isText, accepts: 'the id of a contract, such as hphc' },
  subscribedKva: {
    isValid: (value) => isNumber(value) && Number(value) > 0,
    accepts: 'a number of kVA above 0',
  },
  offPeak: hours,
  offPeakSummer: hours,
  offPeakWinter: hours,
  adder: { isValid: isText, accepts: 'the id of an adder profile' },
  adderEurPerKwh: number,
  vatPercent: number,
}

/** A sentence that names values of a contract which exclude each other; null when there are none. */
export function findConflict({
  offPeak,
  offPeakSummer,
  offPeakWinter,
  adder,
  adderEurPerKwh,
}: ContractQuery): string | null {
  if ((offPeakSummer === undefined) !== (offPeakWinter === undefined)) {
    return 'Off-peak hours by season need both seasons: give --off-peak-summer and --off-peak-winter.'
  }
  if (offPeak !== undefined && offPeakSummer !== undefined) {
    return 'Give --off-peak, or --off-peak-summer and --off-peak-winter, not all of them.'
  }
  if (adder !== undefined && adderEurPerKwh !== undefined) return 'Give one adder: an amount, or the id of a profile.'
  return null
}

/** The values that were given. @throws UsageError without a tariff, or for values that exclude each other */
export function keepGiven(contract: ContractQuery): KeptContract {
  const { tariff } = contract
  if (tariff === undefined) throw new UsageError('Give the contract: --tariff base, hphc, tempo, spot or another id.')
  const wrong = findConflict(contract)
  if (wrong !== null) throw new UsageError(wrong)
  const names = Object.keys(fields) as (keyof ContractQuery)[]
  const given = names.flatMap((name) => (contract[name] === undefined ? [] : [[name, contract[name]] as const]))
  return { ...Object.fromEntries(given), tariff }
}

/** The first fault of the fields of a contract file, as the end of a sentence that begins with `the file`; null when there is none. */
export function findWrongField(contract: Readonly<Record<string, unknown>>): string | null {
  for (const [name, value] of Object.entries(contract)) {
    const field = Object.entries(fields).find(([known]) => known === name)?.[1]
    if (field === undefined) return `has the unknown field '${name.slice(0, maxShownCharacters)}'`
    if (!field.isValid(value)) return `has a wrong ${name}: expected is ${field.accepts}`
  }
  if (contract['tariff'] === undefined) return 'has no tariff'
  const wrong = findConflict(contract)
  return wrong === null ? null : `has values that exclude each other (${wrong.replace(/\.$/, '')})`
}

/** Longest part of an unknown name that is repeated, characters. */
const maxShownCharacters = 40
