import { recordFromEntries } from '../bounds/record-from-entries.ts'
import { type BandLevels, forecastQuantities } from '../methodology/forecast/forecast-issue.ts'

/** The levels of an empty archive. */
export const noBandLevels: BandLevels = recordFromEntries(forecastQuantities, () => [])
