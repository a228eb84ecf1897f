/** A span with a value: `start` ISO 8601 in UTC. */
export type Span = { start: string; minutes: number; value: number }

/** An announced outage; `null` = not stated in the message. */
export type OutageNotice = {
  key: string
  unitCode: string | null
  unitName: string | null
  productionType: string
  installedMw: number | null
  status: string | null
  periods: { start: string; end: string; unavailableMw: number | null }[]
}

/** Received state of a feed, ISO 8601 in UTC; null = never. */
export type LastReceived = { newestSlotEnd: string | null; lastSuccess: string | null }

/**
 * Everything about an instant that the recordings do not hold, set by hand: plain numbers and texts, which the product and the
 * independent calculation each read in their own way.
 */
export type Situation = {
  rule: string
  now: string
  /** As without credentials: sentences name the data that are not published. */
  isOpen: boolean
  /** A preset's name, four weights (price, carbon, grid, adequacy), or null for the default. */
  weighting: string | readonly [number, number, number, number] | null
  /** `quarter_hours`: the same prices as four quarter-hours of −3, −1, +1 and +3 EUR/MWh. `stopped`: none for the last days. */
  prices: 'published' | 'quarter_hours' | 'stopped' | 'none'
  /** `intraday`: 90 % of the day-ahead sun in addition, for the next six hours. */
  windAndSun: 'published' | 'intraday' | 'stopped' | 'none'
  /** As quarter-hours of 0, +10, +20 and +30 MW. */
  dayAheadLoad: 'published' | 'none'
  intradayLoad: Span[]
  weeklyLoad: Span[]
  /** Minutes after its end at which an hour of generation is known. */
  generationLagMinutes: number
  /** The quarter-hourly mix: known 25 minutes after each quarter, −30, −10, +10 and +30 MW around the hour, of the last day. */
  hasQuarterHourlyMix: boolean
  signals: Span[]
  imbalance: { start: string; trend: number | null; shortagePriceEurPerMwh: number | null }[]
  /** Installed MW by type of a calendar year. */
  capacities: { year: number; mwByType: Record<string, number> }[]
  outages: OutageNotice[]
  received: Record<string, LastReceived>
  hasEmissionFactors: boolean
  hasCountryIntensities: boolean
}
