import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { TariffColorInForce, TariffTodayResponse } from '../grid-and-tariff.ts'

export const getTariffToday = operation({
  id: 'getTariffToday',
  path: '/v1/tariff/today',
  owner: 'svc-score',
  needsKey: true,
  response: TariffTodayResponse,
  schemas: { TariffTodayResponse, TariffColorInForce },
  clientFile: 'grid',
  isLive: true,
  staleRule: holdsUntilHour,
  chapter: 'Grid',
  summary: 'Colour of the three-colour tariff (Tempo) today and now',
  notes:
    'The colour matters only for contracts with this tariff. color is the colour of the calendar day in Paris. A tariff day runs from 06:00 to 06:00; inForce is the colour that applies now. An unknown colour is null.',
})
