import { tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import { writeHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { writeChoiceCookie } from './choice-cookie.ts'

// The browser runs this file: no schemas, no cookies of Bun here.

export type TariffKind = (typeof tariffKinds)[number]

/** The reader's contract, which pages and their scripts share. Only the terms of its tariff count; the others are kept for when the tariff is chosen again. */
export type ContractChoice = {
  tariff: TariffKind
  /** Off-peak hours of all year, as `22:30-06:30`. */
  offPeak: string
  /** Off-peak hours by season, in place of `offPeak`; null = the same all year. */
  offPeakBySeason: { summer: string; winter: string } | null
  /** Addition of supplier and network to the market price, EUR/kWh before VAT; ignored while an adder profile of the table is chosen. */
  adderEurPerKwh: number
  adder: string | null
  /** VAT on market price and addition, %. */
  vatPercent: number
}

/** Name of the cookie that remembers {@link writeContractChoice}. */
export const contractCookie = 'contract'

/** The contract of a reader who has chosen none: one regulated price at all hours. */
export const defaultContract: ContractChoice = {
  tariff: 'base',
  offPeak: '22:00-06:00',
  offPeakBySeason: null,
  adderEurPerKwh: 0,
  adder: null,
  vatPercent: 0,
}

/** Bounds of the market price's terms, as `GET /v1/schedule` has them. */
export const spotTermLimits = {
  adderEurPerKwh: { least: -1, most: 1 },
  vatPercent: { least: 0, most: 100 },
} as const

/** Whether a dynamic price is counted as the market price alone, without supplier, network and taxes. */
export const isMarketOnly = ({ tariff, adder, adderEurPerKwh, vatPercent }: ContractChoice): boolean =>
  tariff === 'spot' && adder === null && adderEurPerKwh === 0 && vatPercent === 0

/** Off-peak hours in the form of the API; null where they cannot be read, or name no hour at all. */
export function readOffPeak(text: string): string | null {
  const hours = readGivenHours(text, maxOffPeakRanges)
  return hours === null || hours.ranges.length === 0 ? null : writeHourRanges(hours.ranges)
}

/** A number within bounds, with a decimal point or comma; null for any other text. */
export function readNumber(text: string, { least, most }: { least: number; most: number }): number | null {
  const value = Number(text.trim().replace(',', '.') || Number.NaN)
  return value >= least && value <= most ? value : null
}

const adderId = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The cookie that remembers a contract. */
export const writeContractCookie = (contract: ContractChoice): string =>
  writeChoiceCookie(contractCookie, writeContractChoice(contract))

/** A contract as the text of a cookie, by the parameters of `GET /v1/schedule`: every term that differs from the default. */
export function writeContractChoice(contract: ContractChoice): string {
  const { tariff, offPeak, offPeakBySeason, adderEurPerKwh, adder, vatPercent } = contract
  const terms = new URLSearchParams({ tariff })
  if (offPeak !== defaultContract.offPeak) terms.set('offPeak', offPeak)
  if (offPeakBySeason !== null) {
    terms.set('offPeakSummer', offPeakBySeason.summer)
    terms.set('offPeakWinter', offPeakBySeason.winter)
  }
  if (adder !== null) terms.set('adder', adder)
  if (adderEurPerKwh !== defaultContract.adderEurPerKwh) terms.set('adderEurPerKwh', String(adderEurPerKwh))
  if (vatPercent !== defaultContract.vatPercent) terms.set('vatPercent', String(vatPercent))
  return terms.toString()
}

/**
 * Reads a text of {@link writeContractChoice}. A term that is missing or was changed by hand gets its default.
 * @returns null where the text names no tariff: the reader has not chosen yet
 */
export function readContractChoice(text: string | null): ContractChoice | null {
  const terms = new URLSearchParams(text ?? '')
  const tariff = tariffKinds.find((kind) => kind === terms.get('tariff'))
  if (tariff === undefined) return null
  const [summer, winter] = ['offPeakSummer', 'offPeakWinter'].map((name) => readOffPeak(terms.get(name) ?? ''))
  const adder = terms.get('adder')
  const { adderEurPerKwh, vatPercent } = spotTermLimits
  return {
    tariff,
    offPeak: readOffPeak(terms.get('offPeak') ?? '') ?? defaultContract.offPeak,
    offPeakBySeason: summer && winter ? { summer, winter } : null,
    adder: adder !== null && adderId.test(adder) ? adder : null,
    adderEurPerKwh: readNumber(terms.get('adderEurPerKwh') ?? '', adderEurPerKwh) ?? defaultContract.adderEurPerKwh,
    vatPercent: readNumber(terms.get('vatPercent') ?? '', vatPercent) ?? defaultContract.vatPercent,
  }
}

/** Names of the tariffs as contracts have them. */
export const tariffNames: Readonly<Record<Language, Readonly<Record<TariffKind, string>>>> = {
  fr: { base: 'Base', hphc: 'Heures creuses', tempo: 'Tempo', spot: 'Prix dynamique' },
  en: { base: 'Base', hphc: 'Off-peak', tempo: 'Tempo', spot: 'Dynamic price' },
}
