import { minuteMs } from '../../../time/instant.ts'
import {
  type MadeUpCurve,
  professionalHeadings,
  toClockText,
  writeCustomerFile,
  writeNewerCustomerFile,
  writeProfessionalFile,
  writeSupplierFile,
} from './curve-files-fixture.ts'

// Small files of every layout and trap, which every program that reads load curves must read alike.

/** A file: its text, or its bytes where the encoding matters. */
export type ReadingCase = { name: string; file: string | Uint8Array }

const midnight = Date.parse('2026-01-05T00:00:00+01:00')
export const short: MadeUpCurve = { startMs: midnight, minutes: 30, powerW: [1200, 800, null, 1001] }
const evening = (start: string): MadeUpCurve => ({
  startMs: Date.parse(start),
  minutes: 30,
  powerW: Array.from({ length: 12 }, (_, index) => 1000 + index),
})
const spring = evening('2026-03-29T00:00:00+01:00')
const autumn = evening('2026-10-25T00:00:00+02:00')

/** Power in the newer form of the customer account. */
const writePowers = (...rows: string[]) => ['horodate ISO fin de pas;puissance moyenne (W)', ...rows].join('\n')
export const writeTable = (...rows: string[]) => ['date;kWh', ...rows].join('\n')

/** Rows `date;kWh` on the clock, stamped at the start. */
function listClockRows({ startMs }: MadeUpCurve, minutes: number): string[] {
  return Array.from({ length: 360 / minutes }, (_, index) => {
    return `${toClockText(startMs + index * minutes * minuteMs).replace('T', ' ')};${(index + 1) / 10}`
  })
}

/** A row of the form for professionals. */
export function writeRow(stamp: string, value: string, changes: Record<string, string> = {}): string {
  const cells = {
    ...{ meter: '00000000000000', from: '2026-01-05 00:00:00', to: '2027-01-05 00:00:00' },
    ...{ physical: 'PA', business: 'CONS', stage: 'BRUT', unit: 'W', stamp, value },
    ...{ nature: 'B', step: 'PT30M', likelihood: '0', state: '0', ...changes },
  }
  return Object.values(cells).join(';')
}
export const writeRows = (...rows: string[]) => [professionalHeadings, ...rows].join('\n')

function encodeUtf16(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), true)
  return new Uint8Array(view.buffer)
}
const accented = 'Période;Consommation (kWh)\n2026-01-05 00:00;1,25\n2026-01-05 01:00;2\n'
const [spreadHeading, ...spreadRows] = ['Horodate;Valeur', '5/1/26 0:30;1.234', '5/1/26 1:00;567', '5/1/26 1:30;890']

const customerCases: ReadingCase[] = [
  { name: 'customer account, older form: stamps at the end, mean power, a gap', file: writeCustomerFile(short) },
  { name: 'customer account, newer form', file: writeNewerCustomerFile(short) },
  { name: 'customer account, 23 hours', file: writeCustomerFile(spring) },
  { name: 'customer account, 25 hours', file: writeCustomerFile(autumn) },
  {
    name: 'customer account: consumption and injection in two blocks',
    file: `${writeCustomerFile(short)}\n${writeCustomerFile(short, { business: 'Production' })}`,
  },
  {
    name: 'customer account: appended to itself, newest first',
    file: `${writeNewerCustomerFile(short)}\n${writeNewerCustomerFile(short).split('\n').toReversed().join('\n')}`,
  },
  { name: 'customer account without its facts', file: writeCustomerFile(short).split('\r\n').slice(2).join('\n') },
  {
    name: 'columns Début, Fin and kW, as the workbook saved as CSV',
    file: 'Début;Fin;Valeur (en kW)\n05/01/2026 00:00;05/01/2026 00:30;1,2\n05/01/2026 00:30;05/01/2026 01:00;0,8',
  },
  {
    name: 'a step that changes from hours to half-hours, and a missing row that is no longer step',
    file: writePowers(
      ...['01:00', '02:00', '03:00', '03:30', '04:00', '05:00', '05:30'].map(
        (time) => `2026-01-05T${time}:00+01:00;1000`,
      ),
    ),
  },
  {
    name: 'rows at odd instants, negative, huge, unreadable and repeated ones',
    file: writePowers(
      '2026-01-05T00:30:00+01:00;1000',
      '2026-01-05T01:00:00+01:00;-4000',
      '2026-01-05T01:14:10+01:00;9000',
      '2026-01-05T01:30:00+01:00;1e300',
      'fin de page',
      '2026-01-05T02:00:00+01:00;mille',
      '2026-02-31T02:30:00+01:00;1000',
      '2026-01-05T02:30:00+01:00;1 000,5',
      '2026-01-05T02:30:00+01:00;7',
      '2026-01-05T03:00:00+01:00;1000',
    ),
  },
  {
    name: 'no time in the first row, a hexadecimal number, and spaces that only some languages count as such',
    file: writePowers(
      '\u2028;1000',
      '2026-01-05T00:30:00+01:00;0x10',
      '2026-01-05T01:00:00+01:00;\u20031000\ufeff',
      '2026-01-05T01:30:00+01:00;1\u2008500',
      '2026-01-05T02:00:00+01:00;1\u0085000',
    ),
  },
  {
    name: 'statistics: two readings of one instant',
    file: [
      'statistic_id,unit,start,sum',
      'sensor.linky,kWh,2026-01-05T02:00:00+01:00,11.2',
      'sensor.linky,kWh,2026-01-05T01:00:00+01:00,10.5',
      'sensor.linky,kWh,2026-01-05T01:00:00+01:00,10',
      'sensor.linky,kWh,2026-01-05T00:00:00+01:00,9',
    ].join('\n'),
  },
]

const professionalCases: ReadingCase[] = [
  { name: 'professionals, stamps at the end', file: writeProfessionalFile(short) },
  { name: 'professionals, stamps at the start', file: writeProfessionalFile(short, { side: 'start' }) },
  { name: 'professionals, 23 hours on the clock', file: writeProfessionalFile(spring) },
  {
    name: 'professionals, 25 hours on the clock, newest first',
    file: [professionalHeadings, ...writeProfessionalFile(autumn).split('\n').slice(1).toReversed()].join('\n'),
  },
  {
    name: 'professionals: a step in every row, units, stages, other quantities, injection',
    file: writeRows(
      writeRow('2026-01-05 00:05:00', '1200', { step: 'PT5M' }),
      writeRow('2026-01-05 00:15:00', '1,2', { step: 'PT10M', unit: 'kW' }),
      writeRow('2026-01-05 00:30:00', '300', { step: 'PT15M', unit: 'Wh', physical: 'EA' }),
      writeRow('2026-01-05 01:00:00', '100'),
      writeRow('2026-01-05 01:00:00', '300', { stage: 'CORRIGE' }),
      writeRow('2026-01-05 01:00:00', '400', { physical: 'PRI', unit: 'VAr' }),
      writeRow('2026-01-05 01:00:00', '3000', { business: 'PROD' }),
      writeRow('2026-01-05 02:00:00', '1200', { step: 'PT1H' }),
    ),
  },
  {
    name: 'professionals: a step that overlaps the one before, and injection of days',
    file: writeRows(
      writeRow('2026-01-05 00:30:00', '1000'),
      writeRow('2026-01-05 01:00:00', '1000', { step: 'PT60M' }),
      writeRow('2026-01-05 00:30:00', '3000', { business: 'PROD', step: '' }),
    ),
  },
  {
    name: 'professionals: the side is assumed where the bounds do not tell',
    file: writeRows(writeRow('2026-05-01 08:30:00', '1'), writeRow('2026-05-01 09:00:00', '1')),
  },
  {
    name: 'professionals, JSON',
    file: JSON.stringify({
      header: { codeFlux: 'R63' },
      mesures: [
        {
          ...{ idPrm: '00000000000000', etapeMetier: 'BRUT', pas: 'PT30M' },
          periode: { dateDebut: '2026-01-05', dateFin: '2026-01-06' },
          grandeur: [
            {
              ...{ grandeurMetier: 'CONS', grandeurPhysique: 'PA', unite: 'W' },
              points: [
                { d: '2026-01-05 00:30:00', v: '1000' },
                { d: '2026-01-05 01:00:00', v: 500 },
              ],
            },
          ],
        },
      ],
    }),
  },
]

const supplierCases: ReadingCase[] = [
  { name: 'supplier, date and kWh', file: writeSupplierFile(short) },
  { name: 'supplier, UTF-16 with a byte-order mark', file: encodeUtf16(`\ufeff${accented}`) },
  { name: 'supplier, Latin-1', file: Uint8Array.from(accented, (character) => character.charCodeAt(0)) },
  {
    name: 'supplier, byte-order mark, CRLF, trailing separators, quotes',
    file: '\ufeff"Date";"Heure";"Conso (W)";\r\n"05/01/2026";"0h30";"1200";\r\n"05/01/2026";"1h";"800";\r\n',
  },
  {
    name: 'supplier, commas between cells and in numbers',
    file: 'date,kWh\n2026-01-05 00:00,0,5\n2026-01-05 01:00,0,75\n2026-01-05 02:00,1',
  },
  {
    name: 'supplier, ranges of times, total before its parts',
    file: 'date;kWh HP;kWh HC;kWh total\n05/01/2026 00:00 - 00:30;1;2;3\n05/01/2026 00:30 - 01:00;1;2;3',
  },
  { name: 'supplier, 25 hours by order', file: writeTable(...listClockRows(autumn, 60)) },
  { name: 'supplier, the repeated hour only once', file: writeTable(...listClockRows(autumn, 60).toSpliced(2, 1)) },
  {
    name: 'supplier, a time that spring skips',
    file: writeTable('2026-03-29 01:00;1', '2026-03-29 02:00;2', '2026-03-29 03:00;3', '2026-03-29 04:00;4'),
  },
  { name: 'spreadsheet: short dates and groups of thousands', file: [spreadHeading, ...spreadRows].join('\n') },
  {
    name: 'half-hours of EDF, newest first',
    file: 'Date et heure de relève par le distributeur;Puissance atteinte (W);Nature\n06/01/2026;;\n00:00:00;1000;R\n23:30:00;2000;R\n23:00:00;;',
  },
]

const automationCases: ReadingCase[] = [
  {
    name: 'Home Assistant, change, panels left out, export summed apart',
    file: [
      'statistic_id,unit,start,state,change',
      ...['00', '01'].flatMap((hour) => [
        `sensor.linky,kWh,2026-01-05T${hour}:00:00+01:00,100,0.5`,
        `sensor.linky_export,kWh,2026-01-05T${hour}:00:00+01:00,100,3`,
        `sensor.solar,kWh,2026-01-05T${hour}:00:00+01:00,100,5`,
      ]),
    ].join('\n'),
  },
  {
    name: 'Home Assistant, sums with a gap and a replaced counter, newest first',
    file: `statistic_id,unit,start,sum\n${['00', '01', '02', '05', '06', '07']
      .map((hour, index) => `sensor.linky,kWh,2026-01-05T${hour}:00:00+01:00,${[10, 10.5, 11.2, 20, 0.3, 0.8][index]}`)
      .toReversed()
      .join('\n')}`,
  },
  {
    name: 'Home Assistant, seconds since 1970 and Wh',
    file: `statistic_id\tunit\tstart_ts\tchange\nsensor.linky\tWh\t${midnight / 1000}\t500\nsensor.linky\tWh\t${midnight / 1000 + 3600}\t700`,
  },
  {
    name: 'Home Assistant, download of the energy dashboard',
    file: 'entity_id,type,unit,2026-01-04T23:00:00.000Z,2026-01-05T00:00:00.000Z\nsensor.off_peak,grid_consumption,kWh,0.5,0.2\nsensor.peak,grid_consumption,kWh,,0.5\nsensor.back,grid_return,Wh,0,500',
  },
]

/** Files that are read. */
export const readingCases: readonly ReadingCase[] = [
  ...customerCases,
  ...professionalCases,
  ...supplierCases,
  ...automationCases,
]
