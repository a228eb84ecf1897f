import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../../../time/instant.ts'
import {
  madeUpMeter,
  makeUpCurve,
  professionalHeadings,
  toClockText,
  writeProfessionalFile,
} from '../../testing/curve-files-fixture.ts'
import { findRefusal, findRemark, listSteps, readText } from '../../testing/read-fixture.ts'

const midnight = Date.parse('2023-03-13T00:00:00+01:00')

/** A row of the form for professionals. */
function writeRow(stamp: string, value: string, changes: Record<string, string> = {}): string {
  const cells: Record<string, string> = {
    meter: madeUpMeter,
    from: '2023-03-13 00:00:00',
    to: '2025-03-13 00:00:00',
    physical: 'PA',
    business: 'CONS',
    stage: 'BRUT',
    unit: 'W',
    stamp,
    value,
    nature: 'B',
    step: 'PT30M',
    likelihood: '0',
    state: '0',
    ...changes,
  }
  return Object.values(cells).join(';')
}
const read = (...rows: string[]) => readText([professionalHeadings, ...rows].join('\n'))

test('rows for professionals have their step in every row, from five minutes to an hour, and it may change', () => {
  const curve = read(
    writeRow('2023-03-13 00:05:00', '1200', { step: 'PT5M' }),
    writeRow('2023-03-13 00:15:00', '1200', { step: 'PT10M' }),
    writeRow('2023-03-13 00:30:00', '1200', { step: 'PT15M' }),
    writeRow('2023-03-13 01:00:00', '1200', { step: 'PT30M' }),
    writeRow('2023-03-13 02:00:00', '1200', { step: 'PT60M' }),
    writeRow('2023-03-13 03:00:00', '1200', { step: 'PT1H' }),
  )
  expect([...curve.minutes]).toEqual([5, 10, 15, 30, 60, 60])
  expect([...curve.energyKwh]).toEqual([0.1, 0.2, 0.3, 0.6, 1.2, 1.2])
  expect(curve.kind).toBe('enedis-professional')
})

test('power and energy are read in every unit of them', () => {
  for (const [unit, value, physical] of [
    ['W', '1500', 'PA'],
    ['kW', '1,5', 'PA'],
    ['Wh', '750', 'EA'],
    ['kWh', '0.75', 'EA'],
  ] as const) {
    expect([...read(writeRow('2023-03-13 00:30:00', value, { unit, physical })).energyKwh]).toEqual([0.75])
  }
  const refusal = findRefusal([professionalHeadings, writeRow('2023-03-13 00:30:00', '1', { unit: 'BTU' })].join('\n'))
  expect([refusal.code, refusal.values]).toEqual(['unknown-unit', { unit: 'BTU' }])
})

describe('whether a stamp is start or end of its step', () => {
  const curve = makeUpCurve(midnight, 2)
  const starts = curve.powerW.map((_, index) => midnight + (index * hourMs) / 2)

  test('is told by the bounds of the file', () => {
    for (const side of ['start', 'end'] as const) {
      const curveRead = readText(writeProfessionalFile(curve, { side }))
      expect([...curveRead.startsMs]).toEqual(starts)
      expect(findRemark(curveRead, 'side-assumed')).toBeUndefined()
    }
  })

  test('is told by one bound if the other end of the period has no values', () => {
    const first = read(writeRow('2023-03-13 00:00:00', '1'), writeRow('2023-03-13 00:30:00', '1'))
    expect(first.startsMs[0]).toBe(midnight)
    const last = read(writeRow('2025-03-12 23:30:00', '1'), writeRow('2025-03-13 00:00:00', '1'))
    expect(last.startsMs[1]).toBe(Date.parse('2025-03-12T23:30:00+01:00'))
    for (const { remarks } of [first, last]) expect(remarks).toEqual([])
  })

  test('is assumed to be the end where the bounds do not tell, and said so', () => {
    const curveRead = read(writeRow('2023-05-01 08:30:00', '1'), writeRow('2023-05-01 09:00:00', '1'))
    expect(curveRead.startsMs[0]).toBe(Date.parse('2023-05-01T08:00:00+02:00'))
    expect(findRemark(curveRead, 'side-assumed')).toEqual({ side: 'end' })
  })
})

test('energy fed into the grid is summed apart, and never taken off the consumption', () => {
  const curve = read(
    writeRow('2023-03-13 00:30:00', '1000'),
    writeRow('2023-03-13 00:30:00', '3000', { business: 'PROD' }),
    writeRow('2023-03-13 01:00:00', '1000'),
    writeRow('2023-03-13 01:00:00', '500', { business: 'INJ' }),
  )
  expect([...curve.energyKwh]).toEqual([0.5, 0.5])
  expect(curve.injectedKwh).toBe(1.75)
  expect(findRemark(curve, 'injection-apart')).toEqual({ rows: 2 })
  expect(findRefusal(writeProfessionalFile(makeUpCurve(midnight, 1), { business: 'PROD' })).code).toBe('injection-only')
})

test('energy fed into the grid whose step is not known does not keep the consumption from being read', () => {
  const curve = read(
    writeRow('2023-03-13 00:30:00', '1000'),
    writeRow('2023-03-13 00:30:00', '3000', { business: 'PROD', step: '' }),
    writeRow('2023-03-14 00:00:00', '9000', { physical: 'EA', unit: 'Wh', step: 'P1D' }),
  )
  expect([curve.startsMs.length, curve.injectedKwh]).toEqual([1, null])
  expect(findRemark(curve, 'injection-unknown')).toEqual({})
})

test('only active power and energy count: apparent and reactive power and voltage are left out', () => {
  const others = [
    { physical: 'PRI', unit: 'VAr' },
    { physical: 'ERC', unit: 'varh' },
    { physical: 'E', unit: 'V' },
    { physical: 'PMA', unit: 'VA' },
    { physical: 'PA', unit: 'VA' },
    { physical: 'Puissance réactive', unit: 'W' },
  ]
  for (const changes of others) {
    const curve = read(writeRow('2023-03-13 00:30:00', '1000'), writeRow('2023-03-13 00:30:00', '400', changes))
    expect([...curve.energyKwh]).toEqual([0.5])
  }
  for (const changes of others.filter(({ physical }) => physical !== 'PMA')) {
    expect(findRefusal([professionalHeadings, writeRow('2023-03-13 00:30:00', '400', changes)].join('\n')).code).toBe(
      'no-active-power',
    )
  }
})

test('a file of another meter that was appended is refused with the number of meters, none of them named', () => {
  const other = '00000000000001'
  const curve = makeUpCurve(midnight, 1)
  const refusal = findRefusal(`${writeProfessionalFile(curve)}\n${writeProfessionalFile(curve, { meter: other })}`)
  expect([refusal.code, refusal.values]).toEqual(['several-meters', { meters: 2 }])
  expect(JSON.stringify([refusal, refusal.message, refusal.stack])).not.toContain(other)
})

test('daily values, readings and greatest powers of the same flows are refused by what they are', () => {
  const daily = [1, 2, 3].map((day) =>
    writeRow(`2023-03-1${day} 00:00:00`, '9000', { physical: 'EA', unit: 'Wh', step: 'P1D' }),
  )
  expect(findRefusal([professionalHeadings, ...daily].join('\n')).code).toBe('daily-values')
  expect(
    findRefusal(
      [
        professionalHeadings,
        writeRow('2023-03-13 00:00:00', '6000', { physical: 'PMA', unit: 'VA', step: 'P1D' }),
      ].join('\n'),
    ).code,
  ).toBe('daily-maximum-power')
  const readings =
    'Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Horodate;Contexte de relève;Type de releve;Motif de relève;Grille;Cadran;Valeur\n00000000000000;2023-03-13;2023-03-14;EA;CONS;BRUT;Wh;2023-03-13T00:00:00+01:00;COL;AQ;;Distributeur;HC;123456'
  expect(findRefusal(readings).code).toBe('meter-readings')
})

describe('the JSON form for professionals', () => {
  const points = [0, 1, 2].map((index) => ({
    d: toClockText(midnight + ((index + 1) * hourMs) / 2).replace('T', ' '),
    v: String(1000 + index),
    p: 'PT30M',
    n: 'B',
    iv: '0',
  }))
  const measurement = {
    idPrm: madeUpMeter,
    etapeMetier: 'BRUT',
    modeCalcul: 'MESURE',
    periode: { dateDebut: '2023-03-13', dateFin: '2023-03-14' },
    grandeur: [
      { grandeurMetier: 'CONS', grandeurPhysique: 'PA', unite: 'W', points },
      { grandeurMetier: 'CONS', grandeurPhysique: 'ERI', unite: 'varh', points },
    ],
  }
  const expected = ['2023-03-12T23:00 30 0.5', '2023-03-12T23:30 30 0.5005', '2023-03-13T00:00 30 0.501']

  test('is read with its header, as one measurement alone, and from the interface for third parties', () => {
    const header = { codeFlux: 'R63', format: 'JSON' }
    for (const body of [{ header, mesures: [measurement] }, measurement, [measurement]]) {
      const curve = readText(JSON.stringify(body))
      expect(listSteps(curve)).toEqual(expected)
      expect([curve.kind, curve.fromMs]).toEqual(['enedis-professional', midnight])
      expect(findRemark(curve, 'other-quantities')).toEqual({ rows: 3 })
      expect(JSON.stringify(curve)).not.toContain(madeUpMeter)
    }
    const reading = {
      meter_reading: {
        usage_point_id: madeUpMeter,
        start: '2023-03-13',
        end: '2023-03-14',
        quality: 'BRUT',
        reading_type: { measurement_kind: 'power', unit: 'W', aggregate: 'average' },
        interval_reading: points.map(({ d, v, p }) => ({ value: v, date: d, interval_length: p, measure_type: 'B' })),
      },
    }
    expect(listSteps(readText(JSON.stringify(reading)))).toEqual(expected)
  })

  test('is refused by what it is if it holds readings, or nothing known', () => {
    expect(findRefusal(JSON.stringify({ header: { codeFlux: 'R64' }, mesures: [] })).code).toBe('meter-readings')
    for (const text of ['{"a": 1}', '[1, 2]', '{', '[null, {"mesures": 3}]', '[]', '"']) {
      expect(['not-a-load-curve']).toContain(findRefusal(text).code)
    }
  })
})
