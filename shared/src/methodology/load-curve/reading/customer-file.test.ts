import { expect, test } from 'bun:test'
import { hourMs, minuteMs } from '../../../time/instant.ts'
import { madeUpMeter, makeUpCurve, writeCustomerFile, writeNewerCustomerFile } from '../testing/curve-files-fixture.ts'
import { readLoadCurve } from './read-load-curve.ts'

const toBytes = (text: string) => new TextEncoder().encode(text)
const midnight = Date.parse('2026-01-05T00:00:00+01:00')

for (const [form, write] of [
  ['older', writeCustomerFile],
  ['newer', writeNewerCustomerFile],
] as const) {
  test(`the ${form} customer file is read as energy at the start of each step: its stamp is the end, its value mean power`, () => {
    const curve = readLoadCurve(toBytes(write({ startMs: midnight, minutes: 30, powerW: [1200, 800, 0] })))
    expect(curve.kind).toBe('enedis-customer')
    expect([...curve.startsMs]).toEqual([midnight, midnight + 30 * minuteMs, midnight + hourMs])
    expect([...curve.minutes]).toEqual([30, 30, 30])
    expect([...curve.energyKwh]).toEqual([0.6, 0.4, 0])
    expect(curve.injectedKwh).toBeNull()
    expect(curve.remarks).toEqual([{ code: 'step-derived', values: { minutes: 30 } }])
  })
}

test('the period of a customer file is its two dates, the last one included', () => {
  const curve = readLoadCurve(toBytes(writeCustomerFile(makeUpCurve(midnight, 2))))
  expect(curve.fromMs).toBe(midnight)
  expect(curve.toMs).toBe(midnight + 48 * hourMs)
})

test('a value that is missing is a gap, not zero', () => {
  const curve = readLoadCurve(
    toBytes(writeCustomerFile({ startMs: midnight, minutes: 30, powerW: [1000, null, 1000] })),
  )
  expect([...curve.startsMs]).toEqual([midnight, midnight + hourMs])
  expect(curve.remarks).toContainEqual({ code: 'empty-values', values: { rows: 1 } })
})

test('nothing that is read has the identifier of the meter', () => {
  const curve = readLoadCurve(toBytes(writeCustomerFile(makeUpCurve(midnight, 1))))
  expect(JSON.stringify(curve)).not.toContain(madeUpMeter)
})

test('a step that stands above the table settles what the stamps leave open, and does not hide a change', () => {
  const heading =
    'Identifiant PRM;Type de donnees;Unite;Pas en minutes\n00000000000000;Courbe de charge;W;30\nHorodate;Valeur\n'
  const one = readLoadCurve(toBytes(`${heading}2026-01-05T00:30:00+01:00;1000`))
  expect([[...one.minutes], one.remarks]).toEqual([[30], []])
  const rows = ['01:00', '02:00', '03:00', '04:00', '04:30', '05:00'].map((time) => `2026-01-05T${time}:00+01:00;1000`)
  expect([...readLoadCurve(toBytes(heading + rows.join('\n'))).minutes]).toEqual([60, 60, 60, 60, 30, 30])
})

test('a block of consumption and one of production are told apart by their business quantity', () => {
  const drawn = writeCustomerFile({ startMs: midnight, minutes: 30, powerW: [1000, 1000] })
  const injected = writeCustomerFile(
    { startMs: midnight, minutes: 30, powerW: [3000, 500] },
    { business: 'Production' },
  )
  for (const text of [`${drawn}\n${injected}`, `${injected}\n${drawn}`]) {
    const curve = readLoadCurve(toBytes(text))
    expect([[...curve.energyKwh], curve.injectedKwh]).toEqual([[0.5, 0.5], 1.75])
  }
})

test('facts are found with further columns between them, and where one of them has no value', () => {
  const table = 'Horodate;Valeur\n2026-01-05T00:30:00+01:00;500\n2026-01-05T01:00:00+01:00;500'
  const headed = `Identifiant PRM;Nom;Type de donnees;Grandeur metier;Unite\n${madeUpMeter};x;Courbe de charge;Consommation;Wh\n`
  const paired = 'Identifiant PRM;;Type de donnees;Courbe de charge;Unite;Wh\n'
  for (const facts of [headed, paired]) {
    expect([...readLoadCurve(toBytes(facts + table)).energyKwh]).toEqual([0.5, 0.5])
  }
})
