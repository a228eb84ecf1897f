import * as v from 'valibot'

/** APIs of the operator; an application is subscribed to each of them by itself. */
export const operatorApis = [
  'actual_generation',
  'balancing_energy',
  'consumption',
  'ecowatt',
  'exchange_schedule',
  'generation_forecast',
  'generation_installed_capacities',
  'physical_flow',
  'tempo_like_supply_contract',
  'unavailability_additional_information',
  'wholesale_market',
] as const
export type OperatorApi = (typeof operatorApis)[number]

type CredentialPart = 'ID' | 'SECRET'
type CredentialName = `RTE_CLIENT_${CredentialPart}_${Uppercase<OperatorApi>}`

const OptionalSecret = v.optional(v.pipe(v.string(), v.minLength(1)))

/** Setting that holds a part of an API's own pair of credentials: `RTE_CLIENT_ID_ECOWATT`. */
export function credentialName(part: CredentialPart, api: OperatorApi): CredentialName {
  return `RTE_CLIENT_${part}_${api.toUpperCase() as Uppercase<OperatorApi>}`
}

/** The settings of all pairs, each optional: an API without a pair of its own uses the shared one. */
export const credentialEntries = Object.fromEntries(
  operatorApis.flatMap((api) => [
    [credentialName('ID', api), OptionalSecret],
    [credentialName('SECRET', api), OptionalSecret],
  ]),
  // Every name of the type is made from the list above.
) as Record<CredentialName, typeof OptionalSecret>
