import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { ContractNote } from '@hexawatt/shared/methodology/load-curve/report/texts/report-texts'
import type { StatementInput } from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import type { ComparedContract } from '@hexawatt/shared/methodology/load-curve/statement/contract-prices'
import { type Customer, needsOffPeak, toComparedCustomer } from '@hexawatt/shared/methodology/tariffs/contract-prices'
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import { UsageError } from '../arguments/option-values.ts'

export type PriceTable = StatementInput['table']

/** Contracts of a statement. */
export type ComparedContracts = {
  contracts: ComparedContract[]
  /** Key of the customer's own contract; undefined when none is given. */
  current: string | undefined
  /** Why contracts that are compared by default are left out, or how one is counted. */
  notes: ContractNote[]
}

/** Compared where no contracts are named; the market price where its addition is given. */
const usualContracts = ['base', 'hphc', 'tempo']
const spot = 'spot'
/** Most contracts of one statement: their columns must fit on a page. */
const maxContracts = 6
/** Subscribed power by default, kVA, as the API has it. */
const usualKva = 6

/**
 * Chooses the contracts of a statement: those that are named, else the usual ones, and always the customer's own.
 *
 * @param named ids of contracts, or `spot`; undefined: the usual ones
 * @throws UsageError for an unknown id, a missing term of a named contract, or too many contracts
 */
export function chooseContracts(
  own: ContractQuery,
  named: readonly string[] | undefined,
  table: PriceTable,
): ComparedContracts {
  const current = own.tariff
  const hasAdder = own.adder !== undefined || own.adderEurPerKwh !== undefined
  const wanted = named ?? [...usualContracts.filter((id) => hasVersions(table, id)), ...(hasAdder ? [spot] : [])]
  const ids = [...new Set(current === undefined ? wanted : [current, ...wanted])]
  const unusable = ids.filter((id) => id !== spot && id !== current && !named?.includes(id) && lacksOffPeak(id))
  const chosen = ids.filter((id) => !unusable.includes(id))
  if (chosen.length > maxContracts) throw new UsageError(`At most ${maxContracts} contracts can be compared.`)
  const contracts = chosen.map((id) => makeContract(id))
  return {
    contracts,
    current,
    notes: [
      ...(unusable.length > 0 ? [noteOf('needs-off-peak', { contracts: unusable.join(', ') })] : []),
      ...contracts.flatMap(({ tariff }) => (tariff.kind === 'spot' ? spotNotesOf(tariff) : [])),
    ],
  }

  function makeContract(id: string): ComparedContract {
    if (id === spot) return { key: spot, tariff: makeSpotTariff(own, table) }
    if (!hasVersions(table, id)) throw new UsageError(`Unknown contract '${id}': use ${listIds(table)}.`)
    if (lacksOffPeak(id)) {
      throw new UsageError(`The contract ${id} needs --off-peak, or --off-peak-summer and --off-peak-winter.`)
    }
    return { key: id, tariff: { kind: 'contract', id, customer: customerOf(id) } }
  }

  function lacksOffPeak(id: string): boolean {
    const needs = versionsOf(table, id).some((version) => version.offPeak === null && needsOffPeak(version))
    return needs && readOffPeak(own) === null
  }

  function customerOf(id: string): Customer {
    const customer = { subscribedKva: own.subscribedKva ?? usualKva, offPeak: readOffPeak(own) }
    return id === current ? customer : toComparedCustomer(table.contracts, id, customer)
  }
}

const noteOf = (code: ContractNote['code'], values: ContractNote['values'] = {}): ContractNote => ({ code, values })

const versionsOf = (table: PriceTable, id: string): PriceTable['contracts'] =>
  table.contracts.filter((version) => version.id === id)

const hasVersions = (table: PriceTable, id: string): boolean => versionsOf(table, id).length > 0

const listIds = (table: PriceTable): string => [...new Set([...table.contracts.map(({ id }) => id), spot])].join(', ')

function makeSpotTariff(own: ContractQuery, table: PriceTable): SpotTariff {
  const { adder, adderEurPerKwh, vatPercent } = own
  const profile = table.adders.find(({ id }) => id === adder)
  if (adder !== undefined && profile === undefined) {
    const ids = [...new Set(table.adders.map(({ id }) => id))].join(', ') || 'none'
    throw new UsageError(`Unknown adder '${adder}': the API has ${ids}.`)
  }
  return { kind: spot, adder: profile ?? adderEurPerKwh ?? 0, vatPercent: vatPercent ?? 0, offPeak: readOffPeak(own) }
}
type SpotTariff = Extract<ComparedContract['tariff'], { kind: 'spot' }>

function spotNotesOf({ adder, vatPercent }: SpotTariff): ContractNote[] {
  return [
    ...(adder === 0 ? [noteOf('spot-without-adder')] : []),
    ...(vatPercent === 0 ? [noteOf('spot-without-vat')] : []),
  ]
}

/** Off-peak hours by season; null when none are given. */
function readOffPeak({ offPeak, offPeakSummer, offPeakWinter }: ContractQuery): Customer['offPeak'] {
  const summer = rangesOf(offPeakSummer ?? offPeak)
  const winter = rangesOf(offPeakWinter ?? offPeak)
  return summer === null || winter === null ? null : { summer, winter }
}

/** The option has checked the text. */
const rangesOf = (text: string | undefined) =>
  text === undefined ? null : (readGivenHours(text, maxOffPeakRanges)?.ranges ?? null)
