import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { ColorPrices, ColorStockLeft, TariffOutlookDay, TariffOutlookResponse } from '../grid-and-tariff.ts'
import { ColorProbabilities } from '../values/color-probabilities.ts'

export const getTariffOutlook = operation({
  id: 'getTariffOutlook',
  path: '/v1/tariff/outlook',
  owner: 'svc-score',
  needsKey: true,
  response: TariffOutlookResponse,
  schemas: { TariffOutlookResponse, ColorStockLeft, TariffOutlookDay, ColorProbabilities, ColorPrices },
  clientFile: 'grid',
  isLive: true,
  staleRule: holdsUntilHour,
  problems: ['insufficient_data'],
  chapter: 'Grid',
  summary: 'Colours of the three-colour tariff: probabilities of today and six days ahead',
  notes:
    'The tariff day in force and up to six more, none after 31 August. Published colours are certain; the others have probabilities by the method of docs/methodology/colors.md, exactly 0 or 1 where the rules leave no choice. variant says what they rest on. Issued at every full hour and when a colour or a forecast changes. 503 while a colour of the season is unknown, because what is left of the red and white days follows from all of them.',
  cutInExample: [['days']],
})
