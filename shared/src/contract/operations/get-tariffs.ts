import { operation } from '../entry/operation.ts'
import { holdsForAnHour } from '../entry/stale-rules.ts'
import {
  BaseTariff,
  ColorTariff,
  OffPeakTariff,
  PeriodPrices,
  PricesByColor,
  SinglePrice,
  TariffsResponse,
} from '../planning/tariffs.ts'

export const getTariffs = operation({
  id: 'getTariffs',
  path: '/api/tariffs',
  owner: 'svc-score',
  needsKey: false,
  response: TariffsResponse,
  schemas: { TariffsResponse, BaseTariff, SinglePrice, OffPeakTariff, PeriodPrices, ColorTariff, PricesByColor },
  clientFile: 'tariffs',
  isLive: true,
  staleRule: holdsForAnHour,
  isFixedTable: true,
  chapter: 'Service',
  summary: 'Dated table of regulated prices with their source and certainty',
  notes:
    'Costs are calculated with this table: prices per kWh including all taxes, without the subscription, by the Paris day from which they apply. unconfirmed prices are served although they rest on a single secondary source. The operator of an installation can replace the table.',
  cutInExample: [['tariffs']],
})
