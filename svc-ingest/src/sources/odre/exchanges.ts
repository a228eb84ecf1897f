import { franceEicCode, germanyAndBelgium } from '@hexawatt/shared/grid/borders'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import type { Measurement, Normalised } from '../definition/content.ts'
import { type MixRow, readNature, readNumber } from './mix-row.ts'

/** Commercial exchanges by column, MW, positive = import; two neighbours come as one. */
const areaByColumn: ReadonlyMap<string, string> = new Map([
  ['ech_comm_angleterre', '10YGB----------A'],
  ['ech_comm_espagne', '10YES-REE------0'],
  ['ech_comm_italie', '10YIT-GRTN-----B'],
  ['ech_comm_suisse', '10YCH-SWISSGRIDZ'],
  ['ech_comm_allemagne_belgique', germanyAndBelgium],
])

/**
 * Net commercial exchanges of quarter-hours as one value for each direction, `TOTAL/SENDER>RECEIVER`: the total agreed for the quarter-hour, while the
 * operator's own feed has one series for each process (`DA/…`). They are published with the mix, hours before the physical flows.
 */
export function readExchanges(rows: readonly { row: MixRow; slotStart: Temporal.Instant }[]): Normalised {
  const measurements = rows.flatMap(({ row, slotStart }) =>
    [...areaByColumn].flatMap(([column, area]): Measurement[] => {
      const net = readNumber(row, column)
      if (net === null) return []
      const slotEnd = slotStart.add({ milliseconds: quarterHourMs })
      const slot = { slotStart, slotEnd, updatedAt: null, nature: readNature(row) }
      return [
        { ...slot, series: `TOTAL/${area}>${franceEicCode}`, value: Math.max(0, net) },
        { ...slot, series: `TOTAL/${franceEicCode}>${area}`, value: Math.max(0, -net) },
      ]
    }),
  )
  const formerReading = measurements.map(({ nature: _nature, series, ...value }) => {
    return { ...value, series: series.replace('TOTAL/', 'DA/') }
  })
  return { measurements, documents: [], unreadableSlots: 0, formerReading }
}
