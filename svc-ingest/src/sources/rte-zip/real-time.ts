import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
// Unpacks archives in memory with a bound on their size; the platform has no reader of ZIP.
import { unzipSync } from 'fflate'
import type { FeedContent } from '../definition/content.ts'
import { type Answer, buildOpenCall, type Source } from '../definition/source.ts'
import { readExchanges } from '../odre/exchanges.ts'
import { type MixRow, readMixAndLoad } from '../odre/mix-row.ts'

/** Columns by their names in the file, lower case without accents: two publications have spelt them differently. */
const columnByName: ReadonlyMap<string, string> = new Map([
  ['nature', 'nature'],
  ['consommation', 'consommation'],
  ['prevision j-1', 'prevision_j1'],
  ['prevision j', 'prevision_j'],
  ['fioul', 'fioul'],
  ['charbon', 'charbon'],
  ['gaz', 'gaz'],
  ['nucleaire', 'nucleaire'],
  ['eolien', 'eolien'],
  ['solaire', 'solaire'],
  ['hydraulique', 'hydraulique'],
  ['pompage', 'pompage'],
  ['bioenergies', 'bioenergies'],
  ['ech. physiques', 'ech_physiques'],
  ['taux de co2', 'taux_co2'],
  ["hydraulique - fil de l'eau + eclusee", 'hydraulique_fil_eau_eclusee'],
  ['hydraulique - lacs', 'hydraulique_lacs'],
  ['hydraulique - step turbinage', 'hydraulique_step_turbinage'],
  ['bioenergies - dechets', 'bioenergies_dechets'],
  ['bioenergies - biomasse', 'bioenergies_biomasse'],
  ['bioenergies - biogaz', 'bioenergies_biogaz'],
  ['stockage batterie', 'stockage_batterie'],
  ['destockage batterie', 'destockage_batterie'],
  ['ech. comm. angleterre', 'ech_comm_angleterre'],
  ['ech. comm. espagne', 'ech_comm_espagne'],
  ['ech. comm. italie', 'ech_comm_italie'],
  ['ech. comm. suisse', 'ech_comm_suisse'],
  ['ech. comm. allemagne-belgique', 'ech_comm_allemagne_belgique'],
  ['eolien terrestre', 'eolien_terrestre'],
  ['eolien offshore', 'eolien_offshore'],
])

/** A file that unpacks to more is not read, bytes. */
const maxUnpackedBytes = 64 * 1024 * 1024
/** Only these last days of the file are read, tomorrow's forecasts included: it holds up to two months. */
const readDays = 10

/** The figures of éCO2mix as a file, for when the portal that has them row by row is dead. */
export const rteZipRealTime: Source = {
  id: 'rte_zip_real_time',
  publisher: 'rte-zip',
  rhythm: { kind: 'times', at: { minutes: [10] } },
  fills: ['generation_mix_15min', 'consumption', 'exchange_schedules'],
  calls: () => [buildOpenCall('/download/eco2mix/eCO2mix_RTE_En-cours-TR.zip')],
  read: (answer) => ({ feeds: readFile(answer) }),
  expected: {
    contentType: 'zip',
    members: [],
    newest: { feed: 'generation_mix_15min', minSeries: 11, maxLagMs: 3 * hourMs },
  },
}

/** @throws UpstreamError `unusable` when it is no archive of one table with the known columns, or no row has a readable time */
function readFile({ body }: Answer): FeedContent[] {
  const [header = '', ...lines] = readTable(body).split(/\r?\n/)
  const names = header.split('\t').map((name) => columnByName.get(plain(name)) ?? plain(name))
  const missing = ['date', 'heures', 'consommation'].filter((name) => !names.includes(name))
  if (missing.length > 0) throw new UpstreamError('unusable', `the table has no column ${missing.join(', ')}`)
  const rows = lines.flatMap((line) => {
    const cells = line.split('\t')
    return cells.length < names.length - 1 ? [] : [Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))]
  })
  const dated = rows.flatMap((row) => {
    const slotStart = readInstant(row)
    return slotStart === null ? [] : [{ row, slotStart }]
  })
  if (rows.length > 0 && dated.length === 0) {
    const { date, heures } = rows[0] ?? {}
    throw new UpstreamError(
      'unusable',
      `none of ${rows.length} rows has a date and a time, the first has ${date} ${heures}`,
    )
  }
  const newest = dated.at(-1)?.slotStart
  const from = newest?.subtract({ hours: 24 * readDays })
  const read = dated.filter(({ slotStart }) => from !== undefined && Temporal.Instant.compare(slotStart, from) > 0)
  const { mix, load } = readMixAndLoad(read)
  return [
    { feed: 'generation_mix_15min', normalised: mix },
    { feed: 'consumption', normalised: load },
    { feed: 'exchange_schedules', normalised: readExchanges(read) },
  ]
}

function readTable(body: Uint8Array): string {
  try {
    const files = unzipSync(body, { filter: ({ originalSize }) => originalSize <= maxUnpackedBytes })
    const [table] = Object.values(files)
    if (table === undefined) throw new Error('it holds no file of a readable size')
    return new TextDecoder('windows-1252').decode(table)
  } catch (error) {
    throw new UpstreamError('unusable', `the archive cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function plain(name: string): string {
  // The file has been seen with a question mark where its encoding has no typographic apostrophe.
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[’?]/g, "'").trim().toLowerCase()
}

/**
 * Instant of a row from its local date (either order) and time; null where there is none, where the hour does not exist in spring (such rows repeat
 * others), and where it exists twice in autumn, because the two cannot be distinguished.
 */
function readInstant(row: MixRow): Temporal.Instant | null {
  const time = String(row['heures'] ?? '')
  const date = String(row['date'] ?? '').replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1')
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time)) return null
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`)
      .toZonedDateTime(parisTimeZone, { disambiguation: 'reject' })
      .toInstant()
  } catch {
    return null
  }
}
