import type { PricedColor } from '../../contract/planning/choices.ts'
import type { ContractPeriod } from '../../contract/planning/contract-periods.ts'
import type { ContractVersion } from '../../contract/planning/contracts.ts'

type Terms = Pick<ContractVersion, 'id' | 'name' | 'kind' | 'offPeak' | 'periods'>

const atAllTimes: Omit<ContractPeriod, 'id'> = { season: null, days: null, colors: null, hours: null }
const inOffPeakHours: Omit<ContractPeriod, 'id'> = { ...atAllTimes, hours: 'offPeak' }

const toColorPeriods = (color: PricedColor): ContractPeriod[] => [
  { id: `${color}OffPeak`, ...inOffPeakHours, colors: [color] },
  { id: `${color}Peak`, ...atAllTimes, colors: [color] },
]

/** Terms of the regulated contracts of households (tarif bleu), alike in every version; the customer's network operator fixes the off-peak hours. */
export const regulatedTerms: Readonly<Record<'base' | 'hphc' | 'tempo', Terms>> = {
  base: {
    id: 'base',
    name: 'Tarif Bleu, option Base',
    kind: 'base',
    offPeak: null,
    periods: [{ id: 'all', ...atAllTimes }],
  },
  hphc: {
    id: 'hphc',
    name: 'Tarif Bleu, option Heures creuses',
    kind: 'hphc',
    offPeak: null,
    periods: [
      { id: 'offPeak', ...inOffPeakHours },
      { id: 'peak', ...atAllTimes },
    ],
  },
  tempo: {
    id: 'tempo',
    name: 'Tarif Bleu, option Tempo',
    kind: 'tempo',
    offPeak: '22:00-06:00',
    periods: [...toColorPeriods('blue'), ...toColorPeriods('white'), ...toColorPeriods('red')],
  },
}
