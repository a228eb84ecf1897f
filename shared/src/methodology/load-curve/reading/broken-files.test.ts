import { expect, test } from 'bun:test'
import { type LoadCurve, LoadCurveRefusal } from '../load-curve.ts'
import {
  makeUpCurve,
  writeCustomerFile,
  writeProfessionalFile,
  writeSupplierFile,
} from '../testing/curve-files-fixture.ts'
import { writeCustomerWorkbook } from '../testing/workbook-fixture.ts'
import { readLoadCurve } from './read-load-curve.ts'

const curve = makeUpCurve(Date.parse('2026-10-25T00:00:00+02:00'), 1)
const toBytes = (text: string) => new TextEncoder().encode(text)
const files: Record<string, Uint8Array> = {
  customer: toBytes(writeCustomerFile(curve)),
  professional: toBytes(writeProfessionalFile(curve)),
  supplier: toBytes(writeSupplierFile(curve)),
  statistics: toBytes(
    'statistic_id,unit,start,change\nsensor.a,kWh,2026-01-05T00:00:00Z,1\nsensor.a,kWh,2026-01-05T01:00:00Z,1',
  ),
  json: toBytes(
    '{"mesures":[{"idPrm":"0","periode":{},"grandeur":[{"grandeurPhysique":"PA","unite":"W","points":[{"d":"2026-01-05 00:30:00","v":"1","p":"PT30M"}]}]}]}',
  ),
  workbook: writeCustomerWorkbook(curve),
}

/** A fixed sequence of numbers from 0 to below a bound: a failure can be run again. */
function createNumbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Whether what was read keeps the promises of its type. */
function expectSound(read: LoadCurve): void {
  let endMs = Number.NEGATIVE_INFINITY
  for (const [index, startMs] of read.startsMs.entries()) {
    const energyKwh = read.energyKwh[index] ?? Number.NaN
    if (!(startMs >= endMs && energyKwh >= 0 && energyKwh < Number.POSITIVE_INFINITY)) {
      throw new Error(`step ${index} at ${startMs} has ${energyKwh} kWh`)
    }
    endMs = startMs + (read.minutes[index] ?? 0) * 60_000
  }
}

/** Reads a broken file: it is sound, or refused by a code. */
function readBroken(bytes: Uint8Array): 'read' | 'refused' {
  try {
    expectSound(readLoadCurve(bytes))
    return 'read'
  } catch (error) {
    if (error instanceof LoadCurveRefusal) return 'refused'
    throw error
  }
}

for (const [name, bytes] of Object.entries(files)) {
  test(`a ${name} file that is cut off, or has other bytes, is read or refused, and nothing else happens`, () => {
    const pick = createNumbers(bytes.length)
    const outcomes = { read: 0, refused: 0 }
    for (let run = 0; run < 300; run += 1) {
      const broken = bytes.slice(0, run % 3 === 0 ? pick(bytes.length) : bytes.length)
      const changes = run % 3 === 0 ? 0 : 1 + pick(12)
      // Every second time the beginning is hit, where headings and directories stand.
      const reach = run % 2 === 0 ? Math.min(broken.length, 300) : broken.length
      for (let change = 0; change < changes; change += 1) broken[pick(reach)] = pick(256)
      outcomes[readBroken(broken)] += 1
    }
    expect(outcomes.read + outcomes.refused).toBe(300)
    expect(outcomes.refused).toBeGreaterThan(0)
  })
}

test('random bytes and random words of such files are refused or read, and nothing else happens', () => {
  const pick = createNumbers(36)
  const words = [
    'Identifiant PRM',
    'Horodate',
    'Valeur',
    'date',
    'kWh',
    'Début',
    'Fin',
    'statistic_id',
    'unit',
    'start',
    'sum',
    'W',
    '2026-01-05T00:30:00+01:00',
    '05/01/2026',
    '00:30',
    '12,5',
    '-1',
    'NaN',
    '1e400',
    '46027.5',
    '"',
    ';',
    ',',
    '\t',
    '\n',
    '\r\n',
    '\n',
    ';',
    '{',
    '[',
    '<',
    '\u0000',
    'PT30M',
    'Type de donnees',
    'Courbe de charge',
  ]
  for (let run = 0; run < 400; run += 1) {
    const random = Uint8Array.from({ length: pick(500) }, () => pick(256))
    readBroken(random)
    readBroken(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, ...random))
    readBroken(toBytes(Array.from({ length: pick(120) }, () => words[pick(words.length)]).join('')))
  }
})

test('long files without any sense are refused at once', () => {
  const long = 3_000_000
  const texts = [
    ';'.repeat(long),
    '"'.repeat(long),
    '"a;"'.repeat(long / 4),
    ';\n'.repeat(long / 2),
    'a;b\n'.repeat(long / 4),
    '['.repeat(long),
    '{"mesures":'.repeat(long / 11),
    `date;kWh\n${'2026-01-05 00:00;1\n'.repeat(long / 19)}`,
    `date;kWh\n${'x'.repeat(long)}`,
    `horodate;valeur\n${'1'.repeat(long)};1`,
    ' '.repeat(long),
  ]
  for (const text of texts) {
    const started = performance.now()
    readBroken(toBytes(text))
    expect(performance.now() - started).toBeLessThan(10_000)
  }
})
