import { type ContractQuery, overrideContract } from '../../requests/contract-parameters.ts'
import { UsageError } from '../arguments/option-values.ts'
import type { ContractFile } from './contract-file.ts'
import { findConflict } from './contract-rules.ts'

/** The contract of a command: that of the options, over that of the file. `isKept` = a value of the file is used. */
export type ChosenContract = { contract: ContractQuery; isKept: boolean }

/**
 * Chooses the contract of a command. `--tariff` replaces the whole contract of the file, which is then not read; other options replace its values.
 *
 * @throws UsageError for options that exclude each other, or as the file does
 */
export async function chooseContract(options: ContractQuery, file: ContractFile): Promise<ChosenContract> {
  const wrong = findConflict(options)
  if (wrong !== null) throw new UsageError(wrong)
  const kept = options.tariff === undefined ? await file.read() : null
  if (kept === null) return { contract: options, isKept: false }
  return { contract: overrideContract(kept, options), isKept: true }
}

/** A contract in words, such as `hphc, 9 kVA, off-peak 22h30-6h30`. @param byDefault the contract without a tariff */
export function describeContract(contract: ContractQuery, byDefault: string): string {
  const { tariff, subscribedKva, offPeak, offPeakSummer, offPeakWinter, adder, adderEurPerKwh, vatPercent } = contract
  return [
    tariff ?? byDefault,
    ...(subscribedKva === undefined ? [] : [`${subscribedKva} kVA`]),
    ...(offPeak === undefined ? [] : [`off-peak ${offPeak}`]),
    ...(offPeakSummer === undefined ? [] : [`off-peak ${offPeakSummer} in summer, ${offPeakWinter} in winter`]),
    ...(adder === undefined ? [] : [`adder ${adder}`]),
    ...(adderEurPerKwh === undefined ? [] : [`adder ${adderEurPerKwh} €/kWh`]),
    ...(vatPercent === undefined ? [] : [`VAT ${vatPercent} %`]),
  ].join(', ')
}
