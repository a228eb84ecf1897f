import * as v from 'valibot'
import { HoursResponse } from '../hours.ts'
import { subscribedKvas } from '../planning/choices.ts'
import { ContractId } from '../planning/contract-periods.ts'
import { ContractTable, contractCertainties, contractKinds } from '../planning/contracts.ts'
import { maxOffPeakRanges, readGivenHours } from '../query/given-hours.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

/** Largest consumption of an hour, kWh. */
const maxHourKwh = 1_000
/** Hours of an average day, and of an average week. */
const profileLengths: readonly number[] = [24, 168]
/** Most contracts of one comparison. */
const maxContracts = 8
/** Name of the market price among the ids of contracts. */
export const spotContract = 'spot'

/** Profiles that are accepted, as a refusal describes them. */
export const acceptedProfile = `24 or 168 numbers from 0 to ${maxHourKwh}, of which one is above 0`
const acceptedHours = `up to ${maxOffPeakRanges} ranges in Paris time, separated by commas, such as 22:30-06:30`

const LoadProfile = v.pipe(
  v.array(
    v.pipe(
      v.number(acceptedProfile),
      v.finite(acceptedProfile),
      v.minValue(0, acceptedProfile),
      v.maxValue(maxHourKwh, acceptedProfile),
    ),
    acceptedProfile,
  ),
  v.check((values) => profileLengths.includes(values.length), acceptedProfile),
  v.check((values) => values.some((kwh) => kwh > 0), acceptedProfile),
)

const GivenHoursText = v.pipe(
  v.string(acceptedHours),
  v.check((text) => (readGivenHours(text, maxOffPeakRanges)?.ranges.length ?? 0) > 0, acceptedHours),
)

const between = (least: number, most: number) => {
  const accepted = `a number from ${least} to ${most}`
  return v.pipe(v.number(accepted), v.minValue(least, accepted), v.maxValue(most, accepted))
}

const ContractNames = v.pipe(
  v.array(ContractId, 'a list of contract ids'),
  v.minLength(1, `1 to ${maxContracts} contract ids`),
  v.maxLength(maxContracts, `1 to ${maxContracts} contract ids`),
  v.check((ids) => new Set(ids).size === ids.length, 'contract ids that differ'),
)

/** Arguments of a comparison. They are the customer's own data: no log, cache, address or store may hold them. */
export const ComparisonArguments = v.strictObject({
  loadKwh: described(
    LoadProfile,
    'Consumption of each hour, kWh: 24 numbers for an average day from 00:00, or 168 for an average week from Monday 00:00, on the clock of Paris.',
  ),
  contracts: v.optional(
    described(
      ContractNames,
      'Ids of the contracts to compare, as GET /api/tariffs lists them, and spot for the market price. Default: base, tempo, hphc where off-peak hours are given, and spot where an adder is given.',
    ),
  ),
  current: v.optional(described(ContractId, 'The contract that the customer has: one of those that are compared.')),
  subscribedKva: v.optional(
    described(v.picklist(subscribedKvas, `one of ${subscribedKvas.join(', ')}`), 'Subscribed power, kVA. Default: 6.'),
  ),
  offPeak: v.optional(
    described(GivenHoursText, 'Off-peak hours of the customer in Paris: up to three ranges, such as 22:30-06:30.'),
  ),
  offPeakSummer: v.optional(
    described(
      GivenHoursText,
      'Off-peak hours from 1 April to 31 October. Only together with offPeakWinter, and without offPeak.',
    ),
  ),
  offPeakWinter: v.optional(described(GivenHoursText, 'Off-peak hours from 1 November to 31 March.')),
  adder: v.optional(described(ContractId, 'Adder profile of the market price, as GET /api/tariffs lists it.')),
  adderEurPerKwh: v.optional(
    described(
      between(-1, 1),
      'Amount that supplier, network and taxes add to the market price, EUR/kWh without VAT. Not together with adder.',
    ),
  ),
  vatPercent: v.optional(described(between(0, 100), 'VAT on market price and adder, %. Default: 20.')),
  spotSubscriptionEurPerMonth: v.optional(
    described(
      between(0, 1_000),
      'Subscription of the contract at market price, EUR a month including all taxes. Without it, spot can be compared by energy only.',
    ),
  ),
})
export type ComparisonArguments = v.InferOutput<typeof ComparisonArguments>

/** Body of the request between gateway and svc-history: the arguments, and the table of svc-score. */
export const ComparisonRequest = v.strictObject({ arguments: ComparisonArguments, table: ContractTable })
export type ComparisonRequest = v.InferOutput<typeof ComparisonRequest>

const Share = v.pipe(FiniteNumber, v.minValue(0))
const Known = v.nullable(FiniteNumber)

const ComparedEmissions = described(
  v.strictObject({
    kgCo2eq: described(
      Known,
      'Emissions of the energy whose intensity is known, kg CO2eq. Null when it is known of none.',
    ),
    gCo2eqPerKwh: described(Known, 'Mean intensity, weighted by the consumption, gCO2eq/kWh.'),
    knownShare: described(v.nullable(Share), 'Share of the energy whose intensity is known, 0 to 1.'),
  }),
  'Emissions of the year by one intensity.',
)

export const ComparedCost = described(
  v.strictObject({
    key: described(v.string(), 'Id of the contract; spot for the market price.'),
    name: described(v.string(), 'Name of the contract, in French.'),
    kind: described(v.picklist([...contractKinds, spotContract]), 'Kind of the contract.'),
    certainty: described(
      v.nullable(v.picklist(contractCertainties)),
      'Least certain of the prices that were used. Null when no price of the table was used.',
    ),
    energyEur: described(Known, 'Cost of the energy in the compared hours, EUR.'),
    subscriptionEur: described(Known, 'Subscription of the compared days, EUR. Null when it is unknown.'),
    comparedEur: described(Known, 'What is compared, by basis, EUR.'),
    differenceToCurrentEur: described(Known, 'comparedEur less that of the current contract, EUR. Null without one.'),
  }),
  'Cost of the year under one contract.',
)

export const BreakEven = described(
  v.variant('state', [
    v.strictObject({ state: v.literal('already'), marginEur: described(FiniteNumber, 'What it saves as it is, EUR.') }),
    v.strictObject({ state: v.literal('possible'), kwhPerDay: described(FiniteNumber, 'Energy to move a day, kWh.') }),
    v.strictObject({
      state: v.literal('never'),
      missingEur: described(FiniteNumber, 'What is left even if all of it is moved, EUR.'),
    }),
  ]),
  'Energy to move for a contract to cost the same as the reference.',
)

const breakEvenEntries = {
  key: described(v.string(), 'Contract that would cost the same as the reference.'),
  reference: described(v.string(), 'Contract that it is compared with.'),
  basis: described(
    v.picklist(['total', 'energy']),
    'total: both with their subscriptions; energy: of energy only, because the subscription of one is unknown.',
  ),
}

export const ContractComparison = described(
  v.strictObject({
    from: described(v.nullable(UtcTimestamp), 'Start of the 12 months, UTC. Null when no month is stored.'),
    to: described(v.nullable(UtcTimestamp), 'End of the 12 months, UTC, exclusive.'),
    energyKwh: described(FiniteNumber, 'Energy of the profile over these months, kWh.'),
    basis: described(
      v.nullable(v.picklist(['total', 'energy'])),
      'total: energy and subscription are compared; energy: the subscription of a contract is unknown, so that none is counted. Null when nothing can be compared.',
    ),
    comparedShare: described(
      v.nullable(Share),
      'Share of the energy whose price is known under every contract, 0 to 1.',
    ),
    contracts: described(v.array(ComparedCost), 'Costs by contract, in the order that was asked for.'),
    best: described(v.nullable(v.string()), 'Key of the cheapest contract.'),
    withoutSubscription: described(v.array(v.string()), 'Contracts whose subscription is unknown.'),
    emissions: described(
      v.strictObject({ production: ComparedEmissions, consumption: ComparedEmissions, direct: ComparedEmissions }),
      'Emissions of the year by production boundary, consumption boundary and direct emissions.',
    ),
    breakEvens: described(
      v.strictObject({
        tempo: v.array(
          v.strictObject({
            ...breakEvenEntries,
            redDays: described(FiniteNumber, 'Red days among the compared days.'),
            redPeakKwh: described(FiniteNumber, 'Consumption in the peak hours of these red days, kWh.'),
            intoRedOffPeak: BreakEven,
            intoBlueOffPeak: BreakEven,
          }),
        ),
        offPeak: v.array(
          v.strictObject({
            ...breakEvenEntries,
            offPeakShare: described(Share, 'Share of the energy that is consumed off-peak, 0 to 1.'),
            neededShare: described(
              Known,
              'Share at which both cost the same. Null where peak and off-peak cost the same.',
            ),
            answer: BreakEven,
          }),
        ),
      }),
      'How much energy must move for a contract to pay: out of red peak hours a red day (into off-peak hours of the same day, or of a blue day), or from peak to off-peak a day.',
    ),
    caveats: described(
      v.array(
        v.strictObject({
          code: v.string(),
          values: v.record(v.string(), v.union([v.string(), FiniteNumber])),
          text: described(v.string(), 'The caveat as a sentence, in English.'),
        }),
      ),
      'What limits the figures. average-profile: every day has the average course, so that single days differ; less-than-a-year, months-missing, months-incomplete: data of the months are missing or may still change; comparison-partial: only percent of the energy are compared; red-days-incomplete: not a whole winter; energy-only: subscriptions are unknown; unconfirmed-prices: prices rest on secondary sources only; spot-hourly-means: market prices are hourly means; estimated-consumption: imports of some hours are estimated.',
    ),
    methodologyVersions: HoursResponse.entries.methodologyVersions,
    sources: HoursResponse.entries.sources,
    statementVersion: described(Int32, 'Version of the formulas of costs and emissions.'),
  }),
  'Costs and emissions of a load profile over the newest 12 months, under several contracts.',
)
export type ContractComparison = v.InferOutput<typeof ContractComparison>
