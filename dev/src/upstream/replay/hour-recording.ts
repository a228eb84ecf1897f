import { hourMs } from '@hexawatt/shared/time/instant'
import { measured } from '../generator/slot-subjects.ts'
import { borders, toInflowKey } from '../subjects/border-flows.ts'
import { addTotal } from '../subjects/generation-series.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { CsvFile } from './csv-file.ts'
import { deriveRow, type RecordedFamily, readKeyedValues, type SlotRecording } from './slot-recording.ts'
import { createTimeTable, type TimeTable } from './time-table.ts'

const columnByType: readonly (readonly [productionType: string, column: string])[] = [
  ['BIOMASS', 'biomass_mw'],
  ['FOSSIL_GAS', 'gas_mw'],
  ['FOSSIL_HARD_COAL', 'coal_mw'],
  ['FOSSIL_OIL', 'oil_mw'],
  ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'hydro_run_of_river_mw'],
  ['HYDRO_WATER_RESERVOIR', 'hydro_reservoir_mw'],
  ['NUCLEAR', 'nuclear_mw'],
  ['SOLAR', 'solar_mw'],
  ['WASTE', 'waste_mw'],
  ['WIND_OFFSHORE', 'wind_offshore_mw'],
  ['WIND_ONSHORE', 'wind_onshore_mw'],
]

const noQuarterHours: RecordedFamily = {
  note: 'Recorded by the hour only: there are no quarter-hours.',
  slotMs: quarterMs,
  valuesAt: () => null,
}

/** The subjects of hourly rows. Rows marked as suspect are served unchanged. */
export function createHourRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, hourMs)
  const hasImports = file.columns.some((column) => column.startsWith('import_from_'))
  return {
    span: table.span,
    subjects: {
      generation_by_type: {
        [measured]: {
          note: 'Recorded hourly values; pumped storage is generation minus pumping.',
          slotMs: hourMs,
          valuesAt: (start) => deriveRow(table, start, (row) => addTotal(readPowerMwByType(table, row))),
        },
      },
      generation_mix_15min: { [measured]: noQuarterHours },
      ...(hasImports ? { physical_flows: { [measured]: createInflows(table) } } : {}),
    },
  }
}

function createInflows(table: TimeTable): RecordedFamily {
  return {
    note: 'Recorded physical imports per border; outflows were not recorded and are absent.',
    slotMs: hourMs,
    valuesAt: (start) => deriveRow(table, start, (row) => readInflowsMw(table, row)),
  }
}

function readPowerMwByType(table: TimeTable, row: number): Map<string, number> {
  const known = readKeyedValues(table, row, columnByType)
  const storageMw = readPumpedStorageMw(table, row)
  return storageMw === null ? known : known.set('HYDRO_PUMPED_STORAGE', storageMw)
}

/** The net column, else generation minus consumption when at least one of them has a value. */
function readPumpedStorageMw(table: TimeTable, row: number): number | null {
  const netMw = table.value('hydro_pumped_net_mw', row)
  if (netMw !== null) return netMw
  const generatedMw = table.value('hydro_pumped_mw', row)
  const consumedMw = table.value('hydro_pumped_consumption_mw', row)
  return generatedMw === null && consumedMw === null ? null : (generatedMw ?? 0) - (consumedMw ?? 0)
}

function readInflowsMw(table: TimeTable, row: number): Map<string, number> {
  const columns = borders.map((border) => [toInflowKey(border), `import_from_${border.country}_mw`] as const)
  return readKeyedValues(table, row, columns)
}
