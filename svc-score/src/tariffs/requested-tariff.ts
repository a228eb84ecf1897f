import { defaultSubscribedKva, subscribedKvas } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { GivenHours } from '@hexawatt/shared/contract/query/given-hours'
import {
  acceptedOffPeak,
  type RequestedTariff,
  spotTariff,
  type TariffParameterName,
  tariffParameterNames,
} from '@hexawatt/shared/contract/query/tariff-parameters'
import { AppError, quoteInput } from '@hexawatt/shared/errors/app-error'
import { findNearestWord, suggestWord } from '@hexawatt/shared/errors/near-miss'
import { findMissingTerm, needsOffPeak } from '@hexawatt/shared/methodology/tariffs/contract-prices'
import type { SeasonalHours } from '@hexawatt/shared/methodology/tariffs/day-periods'
import { type Tariff, toAdderContract } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { findUnusualOffPeak, type UnusualOffPeak } from '@hexawatt/shared/methodology/tariffs/unusual-off-peak'

/** A contract as a query describes it. */
export type RequestedContract = {
  /** `spot`, or the id of the contract. */
  name: string
  tariff: Tariff
  /** What the household should check about its off-peak hours; null = nothing. */
  unusualOffPeak: UnusualOffPeak | null
}

/** Parameters that a tariff takes; the others are refused with it, because they would be ignored silently. */
type Terms = { taken: readonly TariffParameterName[]; needsHours: boolean }

const offPeakNames = ['offPeak', 'offPeakSummer', 'offPeakWinter'] as const
const spotNames = ['adder', 'adderEurPerKwh', 'vatPercent'] as const

/** Most ids that a refusal lists. */
const maxListedIds = 30

/**
 * The contract that the parameters of a query describe together, by the table in force.
 *
 * @param byDefault where the query names none
 * @param today in Paris, `YYYY-MM-DD`
 * @throws AppError `invalid_parameter`
 */
export function readContract(
  query: RequestedTariff,
  byDefault: string,
  whole: ContractTable,
  today: string,
): RequestedContract {
  const table = { contracts: takePresent(whole.contracts, today), adders: takePresent(whole.adders, today) }
  const { tariff: name = byDefault, subscribedKva = defaultSubscribedKva, adderEurPerKwh = 0, vatPercent = 0 } = query
  const isSpot = name === spotTariff
  refuseAbsent('tariff', name, whole.contracts, today)
  refuseAbsent('adder', query.adder, whole.adders, today)
  const terms = isSpot ? findSpotTerms(query, table) : findTerms(name, table)
  refuseForeign(query, name, terms, table)
  if (!isSpot) refuseUnpricedPower(query, name, table, today)
  const hours = readHours(query)
  if (hours === null && terms.needsHours) {
    throw refuse(`Query parameter "offPeak" was not received; accepted is ${acceptedOffPeak}`)
  }
  const offPeak = hours && toSeasonalHours(hours)
  return {
    name,
    tariff: isSpot
      ? { kind: 'spot', adder: query.adder === undefined ? adderEurPerKwh : { id: query.adder }, vatPercent, offPeak }
      : { kind: 'contract', id: name, customer: { subscribedKva, offPeak } },
    unusualOffPeak: hours && findUnusualOffPeak(hours.summer, hours.winter),
  }
}

type Dated = { id: string; from: string; to: string | null }

/** Days after today that forecasts reach. */
const forecastDays = 3

/** Whether a version has prices of hours that are served. */
function isPresent({ from, to }: Dated, today: string): boolean {
  const lastDay = Temporal.PlainDate.from(today).add({ days: forecastDays }).toString()
  return from <= lastDay && (to === null || to > today)
}

/** Versions of the ids that have prices of hours that are served. */
function takePresent<Version extends Dated>(versions: readonly Version[], today: string): Version[] {
  const present = new Set(versions.flatMap((version) => (isPresent(version, today) ? [version.id] : [])))
  return versions.filter(({ id }) => present.has(id))
}

/** A contract or adder that has ended, or begins later, would give an empty export, without a word. */
function refuseAbsent(
  parameter: 'tariff' | 'adder',
  id: string | undefined,
  versions: readonly Dated[],
  today: string,
): void {
  const present = takePresent(versions, today)
  const ofId = versions
    .filter((version) => version.id === id)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const last = ofId.at(-1)
  if (last === undefined || present.some((version) => version.id === id)) return
  const gap = last.to === null || last.from > today ? `before ${last.from}` : `from ${last.to} on`
  const others = listIds(present)
  const accepted = others.length > 0 ? listWords(others) : parameter === 'adder' ? 'adderEurPerKwh' : spotTariff
  throw refuse(
    `Query parameter "${parameter}" (received ${quoteInput(String(id))}) has no prices ${gap}; accepted is ${accepted}`,
  )
}

function findTerms(id: string, { contracts }: ContractTable): Terms {
  const versions = contracts.filter((version) => version.id === id)
  if (versions.length === 0) throw refuseUnknown('tariff', id, [spotTariff, ...listIds(contracts)])
  const dependOnHours = versions.filter(needsOffPeak)
  return {
    taken: ['subscribedKva', ...(dependOnHours.length > 0 ? offPeakNames : [])],
    needsHours: dependOnHours.some(({ offPeak }) => offPeak === null),
  }
}

function findSpotTerms({ adder, adderEurPerKwh }: RequestedTariff, { adders }: ContractTable): Terms {
  if (adder === undefined) return { taken: spotNames, needsHours: false }
  if (adderEurPerKwh !== undefined) {
    throw refuse('Query parameter "adder" is not accepted with adderEurPerKwh; accepted is one of the two')
  }
  const versions = adders.filter(({ id }) => id === adder)
  if (versions.length === 0) throw refuseUnknown('adder', adder, listIds(adders))
  const needsHours = versions.map(toAdderContract).some(needsOffPeak)
  return { taken: [...spotNames, ...(needsHours ? offPeakNames : [])], needsHours }
}

const listIds = (versions: readonly { id: string }[]): string[] => [...new Set(versions.map(({ id }) => id))]

function refuseForeign(query: RequestedTariff, name: string, { taken }: Terms, { contracts }: ContractTable): void {
  const foreign = tariffParameterNames.find(
    (one) => one !== 'tariff' && query[one] !== undefined && !taken.includes(one),
  )
  if (foreign === undefined) return
  const isOfSpot = spotNames.some((one) => one === foreign)
  const takers =
    foreign === 'subscribedKva' ? listIds(contracts) : isOfSpot ? [spotTariff] : listIds(contracts.filter(needsOffPeak))
  throw refuse(
    `Query parameter "${foreign}" is not accepted with tariff=${name}; accepted is ${listWords(takers.map((id) => `tariff=${id}`))}`,
  )
}

/** @throws AppError for a power with which the contract is no longer sold: its price would be unknown at every hour that is served */
function refuseUnpricedPower(
  { subscribedKva }: RequestedTariff,
  id: string,
  { contracts }: ContractTable,
  today: string,
): void {
  const versions = contracts.filter((version) => version.id === id && isPresent(version, today))
  const isPriced = (kva: number): boolean =>
    versions.some((version) => findMissingTerm(version, { subscribedKva: kva, offPeak: null }) !== 'subscribedKva')
  if (isPriced(subscribedKva ?? defaultSubscribedKva)) return
  const received = subscribedKva === undefined ? 'was not received' : `(received "${subscribedKva}") is not valid`
  const accepted = subscribedKvas.filter(isPriced).map(String)
  throw refuse(`Query parameter "subscribedKva" ${received}; with tariff=${id} accepted is ${listWords(accepted)}`)
}

/** Off-peak hours of a query; `winter` is null where they are the same all year. */
type GivenSeasons = { summer: GivenHours; winter: GivenHours | null }

/** @returns null where the query gives none */
function readHours({ offPeak, offPeakSummer, offPeakWinter }: RequestedTariff): GivenSeasons | null {
  if (offPeak !== undefined && (offPeakSummer ?? offPeakWinter) !== undefined) {
    throw refuse(
      'Query parameter "offPeak" is not accepted with offPeakSummer and offPeakWinter; accepted is offPeak, or the two others together',
    )
  }
  if (offPeak !== undefined) return { summer: offPeak, winter: null }
  if (offPeakSummer === undefined && offPeakWinter === undefined) return null
  if (offPeakSummer !== undefined && offPeakWinter !== undefined)
    return { summer: offPeakSummer, winter: offPeakWinter }
  const missing = offPeakSummer === undefined ? 'offPeakSummer' : 'offPeakWinter'
  throw refuse(`Query parameter "${missing}" was not received; accepted are offPeakSummer and offPeakWinter together`)
}

function toSeasonalHours({ summer, winter }: GivenSeasons): SeasonalHours {
  return { summer: summer.ranges, winter: (winter ?? summer).ranges }
}

const listWords = (words: readonly string[]): string =>
  [...words.slice(0, maxListedIds), ...(words.length > maxListedIds ? ['…'] : [])].join(' or ')

function refuseUnknown(parameter: 'tariff' | 'adder', received: string, ids: readonly string[]): AppError {
  const accepted = ids.length === 0 ? 'none, because the table of GET /api/tariffs has no such profile' : listWords(ids)
  return refuse(
    `Query parameter "${parameter}" (received ${quoteInput(received)}) is not valid; accepted is ${accepted}`,
    suggestWord(findNearestWord(received, ids)),
  )
}

function refuse(sentence: string, suggestion = ''): AppError {
  return new AppError('invalid_parameter', { detail: `${sentence}.${suggestion}` })
}
