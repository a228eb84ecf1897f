import { getElement } from '../../../kit/browser/elements.ts'
import { readRememberedContract } from '../../../kit/browser/remembered-contract.ts'
import {
  type ContractChoice,
  defaultContract,
  readContractChoice,
  readNumber,
  readOffPeak,
  spotTermLimits,
  writeContractCookie,
} from '../../../kit/contract-choice.ts'
import { defaultTerms, type HouseholdTerms, readHouseholdTerms, termNames } from '../terms/household-terms.ts'
import type { View } from '../view/view.ts'

/** Where the terms are remembered that only this page has. */
const storageKey = 'hexawatt.consumption'

export type TermsEvents = {
  /** Another contract is the reader's own: the figures are known. */
  onContract: (terms: HouseholdTerms) => void
  /** Called after it with whether figures depend on what has changed. */
  onTerms: (terms: HouseholdTerms, needsFigures: boolean) => void
}

/** Activates the reader's contract and its settings. An unreadable value is reported next to its field, and the last valid value stays in force. */
export function startTerms(view: View, { onContract, onTerms }: TermsEvents) {
  const { texts } = view
  const all = getElement('terms', HTMLElement)
  const form = getElement('tariff-form', HTMLFormElement)
  const kva = getElement('kva', HTMLSelectElement)
  const fields = {
    offPeak: getElement('off-peak', HTMLInputElement),
    adder: getElement('adder', HTMLInputElement),
    vat: getElement('vat', HTMLInputElement),
    subscription: getElement('subscription', HTMLInputElement),
  }
  const { contract: remembered, ...own } = readRemembered()
  const shownTariff = new FormData(form).get('tariff')
  let terms: HouseholdTerms = { ...own, contract: { ...remembered, ...readTariff(String(shownTariff)) } }
  showTerms()

  function showTerms(): void {
    const { contract, subscribedKva, spotSubscriptionEur } = terms
    const { offPeakBySeason } = contract
    kva.value = String(subscribedKva)
    fields.offPeak.value =
      offPeakBySeason === null ? contract.offPeak : `${offPeakBySeason.summer} / ${offPeakBySeason.winter}`
    fields.adder.value = contract.adderEurPerKwh === 0 ? '' : view.format.exact(contract.adderEurPerKwh * 100)
    fields.vat.value = view.format.exact(contract.vatPercent)
    fields.subscription.value = spotSubscriptionEur === null ? '' : view.format.exact(spotSubscriptionEur)
  }

  function tell(field: HTMLInputElement, text: string): void {
    getElement(`${field.id}-say`, HTMLElement).textContent = text
    field.setAttribute('aria-invalid', String(text !== ''))
  }

  /** The value of a field; the last one, and a sentence, where it cannot be read. */
  function readField<Value>(
    field: HTMLInputElement,
    read: (text: string) => Value | null,
    last: Value,
    refusal: string,
  ) {
    const value = read(field.value)
    tell(field, value === null ? refusal : '')
    return value ?? last
  }

  function readSeasons(text: string): Pick<ContractChoice, 'offPeak' | 'offPeakBySeason'> | null {
    const [summer, winter] = text.split('/').map((part) => readOffPeak(part.trim()))
    if (!summer || winter === null) return null
    return winter === undefined
      ? { offPeak: summer, offPeakBySeason: null }
      : { offPeak: terms.contract.offPeak, offPeakBySeason: { summer, winter } }
  }

  function readForm(): HouseholdTerms {
    const { contract } = terms
    const { offPeak, offPeakBySeason } = contract
    const { numberRefused, offPeakRefused } = texts.terms
    const seasons = readField(fields.offPeak, readSeasons, { offPeak, offPeakBySeason }, offPeakRefused)
    const adderCents = readField(
      fields.adder,
      (text) => (text.trim() === '' ? 0 : readNumber(text, { least: -100, most: 100 })),
      contract.adderEurPerKwh * 100,
      numberRefused,
    )
    const vatPercent = readField(
      fields.vat,
      (text) => readNumber(text, spotTermLimits.vatPercent),
      contract.vatPercent,
      numberRefused,
    )
    const ownTerms = new URLSearchParams({
      [termNames.subscribedKva]: kva.value,
      [termNames.spotSubscriptionEur]: fields.subscription.value,
    })
    const read = readHouseholdTerms(ownTerms.toString())
    const isRefused = fields.subscription.value.trim() !== '' && read.spotSubscriptionEur === null
    tell(fields.subscription, isRefused ? numberRefused : '')
    return {
      ...read,
      spotSubscriptionEur: isRefused ? terms.spotSubscriptionEur : read.spotSubscriptionEur,
      contract: {
        ...contract,
        ...seasons,
        ...readTariff(String(new FormData(form).get('tariff'))),
        adderEurPerKwh: adderCents / 100,
        // A number that is typed replaces a profile.
        adder: adderCents === 0 ? contract.adder : null,
        vatPercent,
      },
    }
  }

  function remember(): void {
    // A cookie, because the server must know the contract before it writes a page.
    document.cookie = writeContractCookie(terms.contract)
    const own = new URLSearchParams({ [termNames.subscribedKva]: String(terms.subscribedKva) })
    if (terms.spotSubscriptionEur !== null) own.set(termNames.spotSubscriptionEur, String(terms.spotSubscriptionEur))
    try {
      localStorage.setItem(storageKey, own.toString())
    } catch {
      // A browser may forbid it: then the terms hold for this visit.
    }
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  all.addEventListener('change', () => {
    const before = terms
    terms = readForm()
    remember()
    const isSameExceptTariff =
      JSON.stringify({ ...before, contract: { ...before.contract, tariff: '' } }) ===
      JSON.stringify({ ...terms, contract: { ...terms.contract, tariff: '' } })
    onContract(terms)
    // Whether the market price is compared, and with which subscription, depends on whether it is the reader's own contract.
    const touchesSpot =
      before.contract.tariff !== terms.contract.tariff &&
      [before, terms].some(({ contract }) => contract.tariff === 'spot')
    onTerms(terms, !isSameExceptTariff || touchesSpot)
  })
  return { read: (): HouseholdTerms => terms }
}

const readTariff = (text: string): Partial<Pick<ContractChoice, 'tariff'>> => {
  const choice = readContractChoice(new URLSearchParams({ tariff: text }).toString())
  return choice === null ? {} : { tariff: choice.tariff }
}

function readRemembered(): HouseholdTerms {
  const contract = readRememberedContract() ?? defaultContract
  try {
    return { contract, ...readHouseholdTerms(localStorage.getItem(storageKey) ?? '') }
  } catch {
    return { ...defaultTerms, contract }
  }
}
