import { writeCustomerFile, writeProfessionalFile } from './curve-files-fixture.ts'
import { type ReadingCase, short, writeRow, writeRows, writeTable } from './reading-cases.ts'

/** Files that every program must refuse for the same reason. */
export const refusedCases: readonly ReadingCase[] = [
  { name: 'daily values', file: writeTable('2026-01-05;11', '2026-01-06;12') },
  {
    name: 'values of days at midnight',
    file: writeTable('05/01/2026 00:00;1', '06/01/2026 00:00;2', '07/01/2026 00:00;3'),
  },
  {
    name: 'greatest powers',
    file: writeRows(writeRow('2026-01-05 00:00:00', '6000', { physical: 'PMA', unit: 'VA', step: 'P1D' })),
  },
  { name: 'readings of the meter', file: 'Horodate;Type de releve;EAS F1;EAS F2\n2026-01-05T00:00:00+01:00;x;100;200' },
  {
    name: 'two meters',
    file: `${writeProfessionalFile(short)}\n${writeProfessionalFile(short, { meter: '00000000000001' })}`,
  },
  { name: 'only injection', file: writeCustomerFile(short, { business: 'Production' }) },
  {
    name: 'only reactive power',
    file: writeRows(writeRow('2026-01-05 00:30:00', '1', { physical: 'PRI', unit: 'VAr' })),
  },
  {
    name: 'an unknown unit that has a meter in it',
    file: writeRows(writeRow('2026-01-05 00:30:00', '1', { unit: 'BTU 12345678901234' })),
  },
  {
    name: 'an unknown unit with a meter whose digits are apart, visibly or not',
    file: writeRows(
      writeRow('2026-01-05 00:30:00', '1', { unit: 'BTU 12 345\u00a0678\u202f901 234 1234567\u200b8901234' }),
    ),
  },
  { name: 'no unit', file: 'date;valeur\n2026-01-05 00:00;1\n2026-01-05 01:00;1' },
  { name: 'several columns', file: 'date;kWh maison;kWh garage\n2026-01-05 00:00;1;2\n2026-01-05 01:00;1;2' },
  { name: 'no value', file: writeCustomerFile({ ...short, powerW: [null, null] }) },
  { name: 'months first', file: writeTable('01/13/2026 00:00;1', '01/13/2026 01:00;1', '01/13/2026 02:00;1') },
  { name: 'one row', file: writeTable('2026-01-05 05:00;1') },
  { name: 'odd steps', file: writeTable('2026-01-05 05:07;1', '2026-01-05 06:07;1', '2026-01-05 07:07;1') },
  { name: 'an empty file', file: ' \n\n' },
  { name: 'a table of something else', file: 'nom;prénom\nA;B\nC;D' },
  { name: 'text', file: 'Bonjour, voici mon fichier.' },
  { name: 'a web page', file: '<!DOCTYPE html><html><body>Connexion</body></html>' },
  { name: 'a PDF document', file: '%PDF-1.7\n1 0 obj' },
  { name: 'other JSON', file: '{"consommation": 12}' },
  { name: 'history of Home Assistant', file: 'entity_id,state,last_changed\nsensor.a,1,2026-01-05T00:00:00Z' },
]
