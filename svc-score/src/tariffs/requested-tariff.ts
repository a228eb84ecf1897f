import { defaultSubscribedKva, tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import {
  acceptedOffPeak,
  type RequestedTariff,
  type TariffParameterName,
} from '@hexawatt/shared/contract/query/tariff-parameters'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Tariff } from '@hexawatt/shared/methodology/tariffs/tariff-prices'

type TariffName = (typeof tariffKinds)[number]

/** Parameters that a tariff takes; the others of them are refused with it, because they would be ignored silently. */
const parametersOfTariff = {
  spot: ['adderEurPerKwh', 'vatPercent'],
  base: ['subscribedKva'],
  hphc: ['subscribedKva', 'offPeak'],
  tempo: ['subscribedKva'],
} as const satisfies Record<TariffName, readonly TariffParameterName[]>

/**
 * The tariff that the parameters of a query name together.
 *
 * @param byDefault where the query names none
 * @throws AppError `invalid_parameter`
 */
export function toTariff(query: RequestedTariff, byDefault: TariffName): Tariff {
  const { tariff: kind = byDefault, subscribedKva = defaultSubscribedKva, adderEurPerKwh = 0, vatPercent = 0 } = query
  const taken: readonly string[] = parametersOfTariff[kind]
  const foreign = Object.values(parametersOfTariff)
    .flat()
    .find((name) => query[name] !== undefined && !taken.includes(name))
  if (foreign !== undefined) {
    const takers = tariffKinds.filter((other) => parametersOfTariff[other].some((name) => name === foreign))
    throw new AppError('invalid_parameter', {
      detail: `Query parameter "${foreign}" is not accepted with tariff=${kind}; accepted is tariff=${takers.join(' or tariff=')}.`,
    })
  }
  if (kind === 'spot') return { kind, adder: adderEurPerKwh, vatPercent, offPeak: null }
  const { offPeak } = query
  if (kind === 'hphc' && offPeak === undefined) {
    throw new AppError('invalid_parameter', {
      detail: `Query parameter "offPeak" was not received; accepted is ${acceptedOffPeak}.`,
    })
  }
  const hours = offPeak === undefined ? null : { summer: offPeak, winter: offPeak }
  return { kind: 'contract', id: kind, customer: { subscribedKva, offPeak: hours } }
}
