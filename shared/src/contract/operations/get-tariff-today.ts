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
  summary: 'Colour of the three-colour tariff, of today and in force now',
  notes:
    'Concerns contracts of that tariff only. color is that of the calendar day in Paris; a tariff day runs from 06:00 to 06:00, and inForce is what applies now. Unknown is null.',
})
