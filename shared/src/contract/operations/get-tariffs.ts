import { operation } from '../entry/operation.ts'
import { holdsForAnHour } from '../entry/stale-rules.ts'
import { ContractPeriod, ContractSeason } from '../planning/contract-periods.ts'
import { AdderProfile, ContractVersion, PricesByPower, Subscription, TariffsResponse } from '../planning/contracts.ts'

export const getTariffs = operation({
  id: 'getTariffs',
  path: '/api/tariffs',
  owner: 'svc-score',
  needsKey: false,
  response: TariffsResponse,
  schemas: {
    TariffsResponse,
    ContractVersion,
    Subscription,
    ContractPeriod,
    ContractSeason,
    PricesByPower,
    AdderProfile,
  },
  clientFile: 'tariffs',
  isLive: true,
  staleRule: holdsForAnHour,
  isFixedTable: true,
  chapter: 'Service',
  summary: 'Dated table of contracts with their source and certainty',
  notes:
    'Costs are calculated with this table. Each version of a contract has its subscriptions (EUR a month), its periods by season, kind of day, colour and hours, and a price per kWh of each period, all including taxes. Each minute has the first period of the list that matches it. A version applies from the Paris day from to the day before to. official prices come from the files of the regulator, published ones from a publication that source names; unconfirmed ones are served although they rest on secondary sources only. Adder profiles are what is added to the market price, without VAT. The operator of an installation can replace the table.',
  cutInExample: [['contracts'], ['contracts', '*', 'subscriptions'], ['adders']],
})
