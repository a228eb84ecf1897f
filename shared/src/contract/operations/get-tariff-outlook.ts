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
  summary: 'Colours of the three-colour tariff (Tempo) for today and up to nine days ahead, with probabilities',
  notes:
    'The current tariff day and up to nine more with a weather forecast, six more without one, none after 31 August. Published colours are certain. Other days have probabilities by the method of docs/methodology/colors.md, exactly 0 or 1 when the rules of the tariff leave only one colour. variant names the basis of the probabilities. The outlook is issued at every full hour and when a colour or a forecast changes. 503 while a past colour of the season is unknown, because the number of red and white days left depends on all of them.',
  cutInExample: [['days']],
})
