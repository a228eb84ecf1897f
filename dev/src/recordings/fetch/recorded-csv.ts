import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { toParisTime } from '@hexawatt/shared/time/paris'

/** A row of the portal as it came. */
export type PortalRow = Readonly<Record<string, unknown>>

/** Columns of recorded quarter-hours, as the shipped recordings have them. */
const columns = [
  ...['nature', 'consommation', 'prevision_j1', 'prevision_j', 'fioul', 'charbon', 'gaz', 'nucleaire', 'eolien'],
  ...['solaire', 'hydraulique', 'pompage', 'bioenergies', 'ech_physiques', 'taux_co2', 'ech_comm_angleterre'],
  ...['ech_comm_espagne', 'ech_comm_italie', 'ech_comm_suisse', 'ech_comm_allemagne_belgique', 'fioul_tac'],
  ...['fioul_cogen', 'fioul_autres', 'gaz_tac', 'gaz_cogen', 'gaz_ccg', 'gaz_autres', 'hydraulique_fil_eau_eclusee'],
  ...['hydraulique_lacs', 'hydraulique_step_turbinage', 'bioenergies_dechets', 'bioenergies_biomasse'],
  ...['bioenergies_biogaz', 'stockage_batterie', 'destockage_batterie', 'eolien_terrestre', 'eolien_offshore'],
] as const

/** Rows that were measured, oldest first, as a recording of quarter-hours; null when there are none. Nothing is rounded or filled. */
export function writeMixCsv(rows: readonly PortalRow[]): string | null {
  const byStart = new Map<number, PortalRow>()
  for (const row of rows) {
    const startMs = Date.parse(String(row['date_heure']))
    if (Number.isNaN(startMs) || cell(row['consommation']) === '') continue
    const known = byStart.get(startMs)
    // In spring the rows of the hour that does not exist repeat the instants of the next one.
    if (known === undefined || !isLocalHour(known, startMs)) byStart.set(startMs, row)
  }
  if (byStart.size === 0) return null
  const lines = [...byStart]
    .sort(([a], [b]) => a - b)
    .map(([startMs, row]) => {
      const cells = columns.map((column) => (column === 'nature' ? text(row[column]) : cell(row[column])))
      return [instantText(startMs), ...cells, 'odre'].join(',')
    })
  return `${[['datetime_utc', ...columns, 'source'].join(','), ...lines].join('\n')}\n`
}

function isLocalHour(row: PortalRow, startMs: number): boolean {
  const local = toParisTime(Temporal.Instant.fromEpochMilliseconds(startMs)).toPlainTime()
  return row['heure'] === undefined || row['heure'] === local.toString({ smallestUnit: 'minute' })
}

const instantText = (epochMs: number): string => isoSeconds(Temporal.Instant.fromEpochMilliseconds(epochMs))

/** A number, which may come as a text; an empty cell for everything else: an unknown value is never 0. */
function cell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && /^-?\d+([.,]\d+)?$/.test(value.trim()) ? value.trim().replace(',', '.') : ''
}

/** A word without characters that would end its cell. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[",\r\n]/g, ' ') : ''
}

/** Hourly means of prices by their start, EUR/MWh, as a recording; null when there are none. */
export function priceCsv(priceByStart: ReadonlyMap<number, number>): string | null {
  if (priceByStart.size === 0) return null
  const byHour = Map.groupBy([...priceByStart], ([startMs]) => Math.floor(startMs / hourMs) * hourMs)
  const lines = [...byHour]
    .sort(([a], [b]) => a - b)
    .map(([hour, prices]) => {
      const mean = prices.reduce((sum, [, price]) => sum + price, 0) / prices.length
      return `${instantText(hour)},${roundHalfAwayFromZero(mean, 4)},energy-charts`
    })
  return `${['datetime_utc,price_eur_mwh,source', ...lines].join('\n')}\n`
}
