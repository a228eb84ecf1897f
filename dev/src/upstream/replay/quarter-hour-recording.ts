import { borders, hourlyFlowsMw } from '../subjects/border-flows.ts'
import { hourlyPowerMw, withTotal } from '../subjects/hourly-generation.ts'
import { mixPowerMw } from '../subjects/mix-pairs.ts'
import {
  type QuarterField,
  type QuarterPowerMw,
  type QuarterReader,
  quarterFields,
  quarterMs,
  quartersOfHour,
} from '../subjects/quarter-hour.ts'
import type { CsvFile } from './csv-file.ts'
import type { RecordedFeed, SlotRecording } from './slot-recording.ts'
import { createTimeTable, type TimeTable } from './time-table.ts'

/** Columns of the operator's real-time set. The set knows Germany and Belgium as one border only. */
const columnByField: Readonly<Partial<Record<QuarterField, string>>> = {
  biogas: 'bioenergies_biogaz',
  biomass: 'bioenergies_biomasse',
  waste: 'bioenergies_dechets',
  bioenergy: 'bioenergies',
  exchange: 'ech_physiques',
  gasCcgt: 'gaz_ccg',
  gasChp: 'gaz_cogen',
  gasCt: 'gaz_tac',
  gasOther: 'gaz_autres',
  gas: 'gaz',
  coal: 'charbon',
  oilChp: 'fioul_cogen',
  oilCt: 'fioul_tac',
  oilOther: 'fioul_autres',
  oil: 'fioul',
  hydroTurbined: 'hydraulique_step_turbinage',
  hydroRunOfRiver: 'hydraulique_fil_eau_eclusee',
  hydroReservoir: 'hydraulique_lacs',
  hydro: 'hydraulique',
  nuclear: 'nucleaire',
  pumping: 'pompage',
  solar: 'solaire',
  windOnshore: 'eolien_terrestre',
  windOffshore: 'eolien_offshore',
  wind: 'eolien',
  netImportGb: 'ech_comm_angleterre',
  netImportEs: 'ech_comm_espagne',
  netImportIt: 'ech_comm_italie',
  netImportCh: 'ech_comm_suisse',
  netImportDe: 'ech_comm_allemagne_belgique',
}

/** The three feeds made from recorded quarter-hours. */
export function createQuarterHourRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, quarterMs)
  const read = createQuarterReader(table)
  return {
    span: table.span,
    feeds: {
      generation_by_type: {
        note: 'Hourly means of recorded quarter-hours; biogas is counted under BIOMASS.',
        powerMwAt: (start) => ofHour(read, start, (quarters) => withTotal(hourlyPowerMw(quarters))),
      },
      generation_mix_15min: {
        note: "Quarter-hours of the operator's real-time set.",
        powerMwAt(start) {
          const quarter = read(start)
          return quarter === null ? null : mixPowerMw(quarter)
        },
      },
      physical_flows: recordedFlows(read, table),
    },
  }
}

/**
 * Commercial exchanges stand in for the flows. Older files fill them on the half-hours alone: there those two make the
 * hour, elsewhere all four quarters must be known.
 */
function recordedFlows(read: QuarterReader, table: TimeTable): RecordedFeed {
  const isHalfHourly = !hasOddQuarterExchange(table)
  return {
    note: 'Commercial exchanges per border, not physical flows; Germany and Belgium are recorded as one border and served under Germany.',
    powerMwAt: (start) =>
      ofHour(read, start, (quarters) => {
        const filled = isHalfHourly ? quarters.filter((_, index) => index % 2 === 0) : quarters
        return hourlyFlowsMw(filled)
      }),
  }
}

function hasOddQuarterExchange({ span, rowAt, value }: TimeTable): boolean {
  const columns = borders.flatMap(({ field }) => columnByField[field] ?? [])
  for (let start = span.fromEpochMs; start < span.untilEpochMs; start += quarterMs) {
    const row = rowAt(start)
    const isOdd = (start / quarterMs) % 2 === 1
    if (isOdd && row !== undefined && columns.some((column) => value(column, row) !== null)) return true
  }
  return false
}

/** An hour of which at least a quarter was recorded is decided here, be it by absence. */
function ofHour(
  read: QuarterReader,
  hourStartEpochMs: number,
  derive: (quarters: readonly (QuarterPowerMw | null)[]) => Map<string, number>,
): Map<string, number> | null {
  const quarters = quartersOfHour(read, hourStartEpochMs)
  return quarters.every((quarter) => quarter === null) ? null : derive(quarters)
}

function createQuarterReader(table: TimeTable): QuarterReader {
  return (startEpochMs) => {
    const row = table.rowAt(startEpochMs)
    if (row === undefined) return null
    const entries = quarterFields.map((field) => {
      const column = columnByField[field]
      return [field, column === undefined ? null : table.value(column, row)] as const
    })
    // Every field has an entry, as the list of fields is the type's own.
    return Object.fromEntries(entries) as QuarterPowerMw
  }
}
