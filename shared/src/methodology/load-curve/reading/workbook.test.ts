import { expect, test } from 'bun:test'
import { hourMs, minuteMs } from '../../../time/instant.ts'
import { LoadCurveRefusal } from '../load-curve.ts'
import { makeUpCurve } from '../testing/curve-files-fixture.ts'
import { writeCustomerWorkbook, writeWorkbook } from '../testing/workbook-fixture.ts'
import { readLoadCurve } from './read-load-curve.ts'

const midnight = Date.parse('2026-01-05T00:00:00+01:00')

function refuse(bytes: Uint8Array): { code: string; values: object } {
  try {
    readLoadCurve(bytes)
  } catch (error) {
    if (error instanceof LoadCurveRefusal) return { code: error.code, values: error.values }
    throw error
  }
  throw new Error('the file was read')
}

for (const texts of ['shared', 'inline'] as const) {
  test(`the workbook of the customer account is read with ${texts} texts: its first column is the start of the step`, () => {
    const curve = readLoadCurve(
      writeCustomerWorkbook({ startMs: midnight, minutes: 30, powerW: [1200, null, 0] }, { texts }),
    )
    expect(curve.kind).toBe('enedis-customer')
    expect([...curve.startsMs]).toEqual([midnight, midnight + hourMs])
    expect([...curve.minutes]).toEqual([30, 30])
    expect([...curve.energyKwh]).toEqual([0.6, 0])
    expect(curve.remarks).toEqual([{ code: 'empty-values', values: { rows: 1 } }])
  })
}

test('day counts of a worksheet are dates by the style of their cell, from 1900 or 1904', () => {
  const powers = [500, 700]
  // 5 January 2026 is day 46027 from the end of 1899.
  for (const [is1904, day] of [
    [false, 46_027],
    [true, 46_027 - 1_462],
  ] as const) {
    const rows = powers.map((power, index) => [{ serial: day + (index + 1) / 48 }, power])
    const curve = readLoadCurve(writeWorkbook({ Feuil1: [['Horodate', 'Valeur'], ...rows] }, { is1904 }))
    expect([...curve.startsMs]).toEqual([midnight, midnight + 30 * minuteMs])
    expect([...curve.energyKwh]).toEqual([0.25, 0.35])
  }
})

test('a workbook of daily values and hours is read by its hours; one of days alone is refused as such', () => {
  const daily = [
    ['Type de comptage : ', 'Consommation Quotidienne'],
    ['Date', 'Valeur (en kWh)'],
    ['05/01/2026', '6,3'],
    ['06/01/2026', 'NA'],
  ]
  const hours = [
    ['Début', 'Fin', 'Valeur (en kW)'],
    ['05/01/2026 00:00:00', '05/01/2026 01:00:00', '1,5'],
  ]
  const curve = readLoadCurve(writeWorkbook({ Jour: daily, Heure: hours }))
  expect([...curve.energyKwh]).toEqual([1.5])
  expect(refuse(writeWorkbook({ 'Export Consommation Quotidienne': daily })).code).toBe('daily-values')
})

test('sheets of consumption and production are told apart by their name, and so is the workbook saved as CSV', () => {
  const rows = (value: string) => [
    ['Début', 'Fin', 'Valeur (en kW)'],
    ['05/01/2026 00:00:00', '05/01/2026 00:30:00', value],
    ['05/01/2026 00:30:00', '05/01/2026 01:00:00', value],
  ]
  const curve = readLoadCurve(writeWorkbook({ 'Consommation Horaire': rows('1,5'), 'Production Horaire': rows('3') }))
  expect([[...curve.energyKwh], curve.injectedKwh]).toEqual([[0.75, 0.75], 3])
  const lines = [
    ',,,,',
    ',"Point Référence Mesure (PRM) : ",00000000000000,,',
    ',"Type de comptage : ","Production Horaire",,',
  ]
  const csv = [...lines, ...rows('3').map((row) => `,,${row.map((cell) => `"${cell}"`).join(',')}`)]
  expect(refuse(new TextEncoder().encode(csv.join('\n'))).code).toBe('injection-only')
  const consumed = csv.join('\n').replace('Production', 'Consommation')
  expect([...readLoadCurve(new TextEncoder().encode(consumed)).energyKwh]).toEqual([1.5, 1.5])
})

test('a workbook that inflates beyond its bound is refused while it is inflated', () => {
  // Fifty tabs that show one sheet of 4.4 MB: 220 MB come out of a few kilobytes.
  const padding = `<row/>${' '.repeat(200_000)}`.repeat(22)
  const sheet = `<worksheet><sheetData>${padding}</sheetData></worksheet>`
  const tabs = Array.from({ length: 50 }, (_, index) => `<sheet name="${index}" r:id="rId1"/>`)
  const parts = { 'xl/worksheets/sheet1.xml': sheet, 'xl/workbook.xml': `<workbook>${tabs.join('')}</workbook>` }
  const bytes = writeWorkbook({ a: [] }, { parts })
  expect(bytes.length).toBeLessThan(20_000)
  expect(refuse(bytes)).toEqual({ code: 'workbook-too-large', values: { atMostMegabytes: 200 } })
})

const billionLaughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&lol2;</t></is></c></row></sheetData></worksheet>`
const externalEntity = `<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>`

test('a workbook that declares entities, inner or outer ones, or refers to other files is refused as unsafe', () => {
  for (const part of ['xl/worksheets/sheet1.xml', 'xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/styles.xml']) {
    for (const xml of [billionLaughs, externalEntity, externalEntity.slice(0, 45)]) {
      expect(refuse(writeWorkbook({ a: [['x']] }, { parts: { [part]: xml } })).code).toBe('workbook-unsafe')
    }
  }
  const linked = writeWorkbook({ a: [] }, { parts: { 'xl/externalLinks/externalLink1.xml': '<externalLink/>' } })
  expect(refuse(linked).code).toBe('workbook-unsafe')
})

test('an entity that no XML knows is a damaged workbook', () => {
  const xml = '<worksheet><sheetData><row><c t="inlineStr"><is><t>&secret;</t></is></c></row></sheetData></worksheet>'
  expect(refuse(writeWorkbook({ a: [] }, { parts: { 'xl/worksheets/sheet1.xml': xml } })).code).toBe('workbook-damaged')
})

test('a workbook that was cut off is damaged', () => {
  const bytes = writeCustomerWorkbook(makeUpCurve(midnight, 2))
  expect(refuse(bytes.subarray(0, bytes.length - 400)).code).toBe('workbook-damaged')
  const broken = bytes.slice()
  broken.fill(0xff, 200, 900)
  expect(refuse(broken).code).toBe('workbook-damaged')
})
