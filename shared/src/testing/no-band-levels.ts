import type { BandLevels } from '../methodology/forecast/forecast-issue.ts'

/** The levels of an empty archive. */
export const noBandLevels: BandLevels = { carbon: [], directCarbon: [], price: [], score: [] }
