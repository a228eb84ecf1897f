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
  summary: 'Dated table of the regulated prices, each with its source and certainty',
  notes:
    'Costs are calculated with this table: price per kWh with all taxes, without the subscription, by the day in Paris from which it holds. unconfirmed prices rest on one secondary source and are served all the same. The operator of an installation may have supplied another table.',
  cutInExample: [['tariffs']],
})
