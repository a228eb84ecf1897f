import { describe, expect, test } from 'bun:test'
import { LoadCurveRefusal, type RefusalCode, type RemarkCode, type SeemingFile } from '../load-curve.ts'
import { madeUpMeter, makeUpCurve, writeCustomerFile, writeProfessionalFile } from '../testing/curve-files-fixture.ts'
import { findRefusal } from '../testing/read-fixture.ts'
import { writeWorkbook } from '../testing/workbook-fixture.ts'
import { describeRefusal, describeRemark } from '../texts/describe.ts'
import { english } from '../texts/english.ts'
import { french } from '../texts/french.ts'
import { readLoadCurve } from './read-load-curve.ts'

const midnight = Date.parse('2026-01-05T00:00:00+01:00')
const curve = makeUpCurve(midnight, 1)
const toBytes = (text: string) => new TextEncoder().encode(text)

describe('daily files of the customer account are refused by what they are', () => {
  const facts =
    'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite'
  const files: [RefusalCode, string][] = [
    [
      'daily-values',
      `${facts}\n${madeUpMeter};Consommation quotidienne;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;Wh\nHorodate;Valeur\n2026-01-05T00:00:00+01:00;9000`,
    ],
    [
      'daily-maximum-power',
      `${facts}\n${madeUpMeter};Puissance maximale quotidienne;05/01/2026;06/01/2026;Puissance maximale atteinte;Consommation;;VA\nHorodate;Valeur\n2026-01-05T19:10:00+01:00;4200`,
    ],
    [
      'meter-readings',
      `${facts}\n${madeUpMeter};Index;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;Wh\nHorodate;Type de releve;EAS F1;EAS F2;EAS T\n2026-01-05T00:00:00+01:00;Arrêté quotidien;100;200;300`,
    ],
    ['daily-values', 'Date;Valeur (en Wh)\n2026-01-05;12571\n2026-01-06;9800'],
  ]
  for (const [code, text] of files) {
    test(`${code}, from headings that begin with ${text.split(';')[0]}`, () =>
      expect(findRefusal(text).code).toBe(code))
  }

  test('and a file of both is read by its curve', () => {
    const daily = files[0]?.[1] ?? ''
    expect(readLoadCurve(toBytes(`${daily}\n${writeCustomerFile(curve)}`)).startsMs.length).toBe(48)
  })

  test('with the two switches of the customer account, in French and English', () => {
    for (const code of ['daily-values', 'daily-maximum-power', 'meter-readings'] as const) {
      for (const language of ['fr', 'en'] as const) {
        const text = describeRefusal(new LoadCurveRefusal(code), language)
        expect(text).toContain('Enregistrement de la consommation horaire')
        expect(text).toContain('Collecte de la consommation horaire')
      }
    }
  })
})

describe('anything else is named', () => {
  const files: Record<SeemingFile, Uint8Array | string> = {
    pdf: '%PDF-1.7\n1 0 obj',
    image: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a),
    zip: Uint8Array.of(0x50, 0x4b, 0x05, 0x06, ...new Uint8Array(18)),
    archive: Uint8Array.of(0x1f, 0x8b, 8, 0),
    'old-workbook': Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, ...new Uint8Array(600)),
    'open-document': writeWorkbook(
      {},
      {
        parts: { 'content.xml': '<a/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' },
        without: ['xl/workbook.xml'],
      },
    ),
    document: writeWorkbook({}, { parts: { 'word/document.xml': '<a/>' }, without: ['xl/workbook.xml'] }),
    'web-page': '<!DOCTYPE html><html><body>Connexion</body></html>',
    xml: '<?xml version="1.0"?><Courbe_Charge/>',
    json: '{"consommation": 12}',
    'home-assistant-history': 'entity_id,state,last_changed\nsensor.a,1,2026-01-05T00:00:00Z',
    table: 'nom;prénom\nA;B\nC;D',
    text: 'Bonjour, voici mon fichier.',
    binary: Uint8Array.from({ length: 400 }, (_, index) => (index * 97) % 256),
  }
  for (const [seems, file] of Object.entries(files)) {
    test(seems, () => {
      const refusal = findRefusal(file)
      expect([refusal.code, refusal.values]).toEqual(['not-a-load-curve', { seems }])
      expect(describeRefusal(refusal, 'fr')).toContain('courbe de charge')
    })
  }

  test('a workbook with a password, and an empty file', () => {
    const name = Array.from('EncryptedPackage', (letter) => [letter.charCodeAt(0), 0]).flat()
    const bytes = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, ...new Uint8Array(200), ...name)
    expect(findRefusal(bytes).code).toBe('workbook-encrypted')
    for (const empty of ['', ' \n\n', '\ufeff']) expect(findRefusal(empty).code).toBe('empty-file')
  })

  test('a curve without any value', () => {
    const empty = { ...curve, powerW: curve.powerW.map(() => null) }
    expect(findRefusal(writeCustomerFile(empty)).code).toBe('no-values')
  })
})

describe('bounds', () => {
  test('a file of more than 30 MB is refused before it is read', () => {
    expect(findRefusal(new Uint8Array(30_000_001)).values).toEqual({ megabytes: 31, atMost: 30 })
  })

  test('500,000 rows are read, one more is refused', () => {
    const day = Date.parse('1997-01-05T00:00:00+01:00')
    const rows = Array.from(
      { length: 500_001 },
      (_, index) => `${new Date(day + index * 1_800_000).toISOString().slice(0, 16)}Z;${index % 1000}`,
    )
    const heading = 'horodate ISO fin de pas;puissance moyenne (W)'
    expect(readLoadCurve(toBytes([heading, ...rows.slice(1)].join('\n'))).startsMs.length).toBe(500_000)
    const refusal = findRefusal([heading, ...rows].join('\n'))
    expect([refusal.code, refusal.values]).toEqual(['too-many-rows', { atMost: 500_000 }])
  })
})

describe('what is said of a file', () => {
  const meter = '12345678901234'

  test('never has the identifier of a meter, nor long text of the file', () => {
    const unit = `${meter} ${'<script>alert(1)</script>'.repeat(9)}`
    const file = writeProfessionalFile(curve, { meter, unit })
    const refusal = findRefusal(file)
    expect(refusal.code).toBe('unknown-unit')
    expect(String(refusal.values['unit']).length).toBeLessThanOrEqual(40)
    const spaced = findRefusal(writeProfessionalFile(curve, { unit: 'x 12 345 678 901 234' }))
    expect(JSON.stringify([refusal, describeRefusal(refusal, 'fr'), spaced.values])).not.toMatch(/\d{5}|678/)
    const read = readLoadCurve(toBytes(writeProfessionalFile(curve, { meter })))
    expect(JSON.stringify([read, read.remarks.map((remark) => describeRemark(remark, 'fr'))])).not.toContain(meter)
  })

  const values = {
    rows: 1,
    minutes: 30,
    side: 'end',
    unit: 'W',
    megabytes: 31,
    atMost: 500_000,
    atMostMegabytes: 200,
    meters: 2,
    columns: 3,
    seems: 'pdf',
    seen: '01/13/2025',
  }

  test('has a text for every code in both languages, with its figures', () => {
    for (const texts of [french, english]) {
      const all = [...Object.values(texts.refusals), ...Object.values(texts.remarks)]
      for (const write of all) expect(write(values)).not.toMatch(/undefined|NaN|\[object/)
    }
    expect(Object.keys(english.remarks)).toEqual(Object.keys(french.remarks))
  })

  test('counts one as one', () => {
    const remark = (rows: number) => ({ code: 'empty-values' as RemarkCode, values: { rows } })
    expect(describeRemark(remark(1), 'fr')).toStartWith('1\u00a0relevé est vide')
    expect(describeRemark(remark(2), 'fr')).toStartWith('2\u00a0relevés sont vides')
    expect(describeRemark(remark(1), 'en')).toStartWith('1 step is empty')
    expect(describeRemark({ code: 'side-assumed', values: { side: 'end' } }, 'fr')).toContain('la fin a été retenue')
  })
})
