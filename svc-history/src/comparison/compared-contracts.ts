import { type ComparisonArguments, spotContract } from '@hexawatt/shared/contract/internal/contract-comparison'
import { defaultSubscribedKva } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { ComparedContract } from '@hexawatt/shared/methodology/load-curve/statement/contract-prices'
import { type Customer, needsOffPeak, toComparedCustomer } from '@hexawatt/shared/methodology/tariffs/contract-prices'

/** VAT on electricity in France, %. */
const defaultVatPercent = 20

/**
 * The contracts that the arguments of a comparison name.
 *
 * @throws AppError `invalid_parameter` for arguments that contradict each other, or name what the table does not have
 */
export function toComparedContracts(asked: ComparisonArguments, table: ContractTable): ComparedContract[] {
  const customer = toCustomer(asked)
  const hasAdder = asked.adder !== undefined || asked.adderEurPerKwh !== undefined
  const byDefault = [
    'base',
    ...(customer.offPeak === null ? [] : ['hphc']),
    'tempo',
    ...(hasAdder ? [spotContract] : []),
  ]
  const keys = asked.contracts ?? byDefault
  if (asked.current !== undefined && !keys.includes(asked.current))
    throw refuse('current', asked.current, `one of the compared contracts (${keys.join(', ')})`)
  return keys.map((key) =>
    key === spotContract ? toSpot(asked, customer, table) : toContract(key, asked.current, customer, table),
  )
}

function toContract(
  key: string,
  current: string | undefined,
  customer: Customer,
  { contracts }: ContractTable,
): ComparedContract {
  const versions = contracts.filter(({ id }) => id === key)
  if (versions.length === 0) {
    const known = [...new Set(contracts.map(({ id }) => id)), spotContract]
    throw refuse('contracts', key, `ids of ${known.join(', ')}`)
  }
  const isLacking = versions.some((version) => needsOffPeak(version) && version.offPeak === null)
  if (isLacking && customer.offPeak === null)
    throw refuse('offPeak', null, `the off-peak hours of the customer, which ${key} needs, such as 22:30-06:30`)
  const compared = key === current ? customer : toComparedCustomer(contracts, key, customer)
  return { key, tariff: { kind: 'contract', id: key, customer: compared } }
}

function toSpot(asked: ComparisonArguments, { offPeak }: Customer, { adders }: ContractTable): ComparedContract {
  const { adder: id, adderEurPerKwh, vatPercent = defaultVatPercent, spotSubscriptionEurPerMonth } = asked
  if (id !== undefined && adderEurPerKwh !== undefined)
    throw refuse('adderEurPerKwh', adderEurPerKwh, 'either adder or adderEurPerKwh')
  const profiles = adders.filter((profile) => profile.id === id)
  if (id !== undefined && profiles.length === 0) {
    const known = [...new Set(adders.map((profile) => profile.id))].join(', ')
    throw refuse('adder', id, known === '' ? 'adderEurPerKwh, because the table has no profile' : `one of ${known}`)
  }
  if (offPeak === null && profiles.some(({ periods }) => periods.some(({ hours }) => hours === 'offPeak')))
    throw refuse('offPeak', null, `the off-peak hours of the customer, which ${id} needs, such as 22:30-06:30`)
  const adder = id === undefined ? adderEurPerKwh : { id }
  if (adder === undefined)
    throw refuse(
      'adderEurPerKwh',
      null,
      'what is added to the market price, EUR/kWh without VAT, or the id of a profile as adder',
    )
  return {
    key: spotContract,
    tariff: { kind: 'spot', adder, vatPercent, offPeak },
    ...(spotSubscriptionEurPerMonth === undefined ? {} : { subscriptionEurPerMonth: spotSubscriptionEurPerMonth }),
  }
}

function toCustomer(asked: ComparisonArguments): Customer {
  const { subscribedKva = defaultSubscribedKva, offPeak, offPeakSummer, offPeakWinter } = asked
  if ((offPeakSummer === undefined) !== (offPeakWinter === undefined)) {
    const missing = offPeakSummer === undefined ? 'offPeakSummer' : 'offPeakWinter'
    throw refuse(missing, null, 'offPeakSummer and offPeakWinter together')
  }
  if (offPeak !== undefined && offPeakSummer !== undefined)
    throw refuse('offPeak', offPeak, 'either offPeak, or offPeakSummer and offPeakWinter')
  const [summer, winter] = [readHours(offPeakSummer ?? offPeak), readHours(offPeakWinter ?? offPeak)]
  return { subscribedKva, offPeak: summer && winter && { summer, winter } }
}

const readHours = (text: string | undefined) =>
  text === undefined ? null : (readGivenHours(text, maxOffPeakRanges)?.ranges ?? null)

function refuse(name: string, received: string | number | null, accepted: string): AppError {
  const came = received === null ? 'was not received' : `(received ${JSON.stringify(received)}) is not valid`
  return new AppError('invalid_parameter', { detail: `Argument "${name}" ${came}; accepted is ${accepted}.` })
}
