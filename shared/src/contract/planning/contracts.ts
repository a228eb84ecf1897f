import * as v from 'valibot'
import { described, FiniteNumber, IsoDate } from '../values/fields.ts'
import { ContractId, ContractPeriods, HourRanges, havePricesOf, PricesByPeriod } from './contract-periods.ts'

/** Kinds of contract in the table. A contract at market price is no entry of it: its supplier's part is an adder profile. */
export const contractKinds = ['base', 'hphc', 'tempo', 'other'] as const
export type ContractKind = (typeof contractKinds)[number]

/** How certain a figure is: from the regulator's files; from a publication that is named; from secondary sources. */
export const contractCertainties = ['official', 'published', 'unconfirmed'] as const
export type ContractCertainty = (typeof contractCertainties)[number]

const Kva = v.pipe(FiniteNumber, v.minValue(1), v.maxValue(250))

export const Subscription = described(
  v.strictObject({
    kva: described(Kva, 'Subscribed power, kVA.'),
    eurPerMonth: described(
      v.pipe(FiniteNumber, v.minValue(0), v.maxValue(10_000)),
      'Subscription, EUR a month including all taxes.',
    ),
  }),
  'Fixed part of a contract for one subscribed power.',
)

export const PricesByPower = described(
  v.strictObject({
    minKva: described(
      v.nullable(Kva),
      'Smallest subscribed power with these prices, kVA. Null when there is no lower limit.',
    ),
    maxKva: described(
      v.nullable(Kva),
      'Largest subscribed power with these prices, kVA. Null when there is no upper limit.',
    ),
    eurPerKwh: described(PricesByPeriod, 'Price of each period by its id, EUR/kWh including all taxes.'),
  }),
  'Prices of the periods for a range of subscribed powers.',
)

/** Days, source and certainty, alike for contracts and adders. */
const validity = {
  from: described(IsoDate, 'First Paris calendar day on which the version applies.'),
  to: described(
    v.nullable(IsoDate),
    'First Paris calendar day on which the version no longer applies. Null while no end is known.',
  ),
}
const provenance = {
  source: described(v.pipe(v.string(), v.nonEmpty()), 'Source of the figures.'),
  certainty: described(
    v.picklist(contractCertainties),
    'official: from the files of the regulator; published: checked against a publication of supplier or regulator that source names; unconfirmed: served although it rests on secondary sources only.',
  ),
  note: described(v.nullable(v.string()), 'A limitation of the figures. Null when there is none.'),
}
const endsAfterStart = ({ from, to }: { from: string; to: string | null }): boolean => to === null || from < to

export const ContractVersion = described(
  v.pipe(
    v.strictObject({
      id: described(ContractId, 'Id of the contract; its versions share it and do not overlap.'),
      name: described(v.pipe(v.string(), v.nonEmpty()), 'Name of the contract, in French.'),
      kind: described(
        v.picklist(contractKinds),
        'base: one price; hphc: peak and off-peak prices; tempo: prices by the colour of the tariff day; other: any other periods.',
      ),
      ...validity,
      offPeak: described(
        v.nullable(HourRanges),
        'Off-peak hours in Paris of a customer who names none. Null when every customer has hours of their own, or the contract has no off-peak period.',
      ),
      subscriptions: described(
        v.pipe(v.array(Subscription), v.maxLength(100)),
        'Subscription by subscribed power. Empty when it is unknown: comparisons are then of energy only.',
      ),
      periods: described(ContractPeriods, 'Periods of the prices, in the order in which they are tried.'),
      prices: described(
        v.pipe(v.array(PricesByPower), v.minLength(1), v.maxLength(100)),
        'Prices by subscribed power. The first entry whose limits hold the power applies.',
      ),
      ...provenance,
    }),
    v.check((version) => endsAfterStart(version), 'a version that ends after it begins'),
    v.check(
      ({ periods, prices }) => prices.every(({ eurPerKwh }) => havePricesOf(periods, eurPerKwh)),
      'a price of every period and of no other',
    ),
  ),
  'A contract between two price changes.',
)
export type ContractVersion = v.InferOutput<typeof ContractVersion>

export const AdderProfile = described(
  v.pipe(
    v.strictObject({
      id: described(ContractId, 'Id of the profile; its versions share it and do not overlap.'),
      name: described(v.pipe(v.string(), v.nonEmpty()), 'Name of the profile, in French.'),
      ...validity,
      periods: described(ContractPeriods, 'Periods of the amounts, in the order in which they are tried.'),
      eurPerKwh: described(PricesByPeriod, 'Amount added in each period by its id, EUR/kWh without VAT.'),
      ...provenance,
    }),
    v.check((version) => endsAfterStart(version), 'a version that ends after it begins'),
    v.check(
      ({ periods }) => periods.every(({ colors }) => colors === null),
      'periods without colours, which the market price does not have',
    ),
    v.check(({ periods, eurPerKwh }) => havePricesOf(periods, eurPerKwh), 'an amount of every period and of no other'),
  ),
  'Amounts that supplier, network and taxes add to the market price: price = (market price + amount) · (1 + VAT).',
)
export type AdderProfile = v.InferOutput<typeof AdderProfile>

/** Most versions in a table. */
const maxVersions = 2_000

const noOverlap = 'versions of an id that do not overlap'

function haveNoOverlap(versions: readonly { id: string; from: string; to: string | null }[]): boolean {
  const sorted = versions.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return [...Map.groupBy(sorted, ({ id }) => id).values()].every((ofId) =>
    ofId.every(({ from }, index) => {
      const before = ofId[index - 1]
      return before === undefined || (before.to !== null && before.to <= from)
    }),
  )
}

const entries = {
  contracts: described(
    v.pipe(
      v.array(ContractVersion),
      v.minLength(1),
      v.maxLength(maxVersions),
      v.check(
        (versions) => versions.every(({ id }) => id !== 'spot'),
        'no contract with the id spot, the market price',
      ),
      v.check((versions) => haveNoOverlap(versions), noOverlap),
    ),
    'Contracts by id and first day, oldest first.',
  ),
  adders: described(
    v.pipe(
      v.array(AdderProfile),
      v.maxLength(maxVersions),
      v.check((versions) => haveNoOverlap(versions), noOverlap),
    ),
    'Adder profiles of the market price by id and first day, oldest first.',
  ),
}

/** The table behind all costs, in the form of `GET /api/tariffs`; an operator can replace it. */
export const ContractTable = v.strictObject({ currency: v.optional(v.literal('EUR')), ...entries })
export type ContractTable = Pick<v.InferOutput<typeof ContractTable>, keyof typeof entries>

/** Body of `GET /api/tariffs`. */
export const TariffsResponse = described(
  v.strictObject({ currency: described(v.literal('EUR'), 'Currency of every price.'), ...entries }),
  'Dated table of contracts with the source and certainty of each version. Costs are calculated with this table.',
)
export type TariffsResponse = v.InferOutput<typeof TariffsResponse>
