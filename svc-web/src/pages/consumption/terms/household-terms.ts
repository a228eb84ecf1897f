import { defaultSubscribedKva, subscribedKvas } from '@hexawatt/shared/contract/planning/choices'
import { type ContractChoice, defaultContract, readNumber } from '../../../kit/contract-choice.ts'

/** Terms of a household's bill: the contract that all pages share, and the terms that only bills of the past need. */
export type HouseholdTerms = {
  contract: ContractChoice
  subscribedKva: (typeof subscribedKvas)[number]
  /** Subscription of a contract at market price, EUR a month with all taxes; null = unknown. */
  spotSubscriptionEur: number | null
}

/** Names of the fields, as those of `GET /v1/schedule` where it has them. */
export const termNames = { subscribedKva: 'subscribedKva', spotSubscriptionEur: 'spotSubscription' } as const

const spotSubscriptionLimits = { least: 0, most: 200 }

/** The terms of a household that has named none. */
export const defaultTerms: HouseholdTerms = {
  contract: defaultContract,
  subscribedKva: defaultSubscribedKva,
  spotSubscriptionEur: null,
}

/** Reads the terms of this page; one that is missing or unreadable gets its default. */
export function readHouseholdTerms(text: string): Omit<HouseholdTerms, 'contract'> {
  const terms = new URLSearchParams(text)
  const kva = Number(terms.get(termNames.subscribedKva))
  return {
    subscribedKva: subscribedKvas.find((one) => one === kva) ?? defaultTerms.subscribedKva,
    spotSubscriptionEur: readNumber(terms.get(termNames.spotSubscriptionEur) ?? '', spotSubscriptionLimits),
  }
}
