import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import * as v from 'valibot'
import { referenceDataDir, sayReferenceDataSkipped } from '../testing/reference-data.ts'
import {
  CarbonIntensityResponse,
  EmissionFactorsMetadata,
  MethodologyVersionSet,
  MixEntry,
} from './carbon-intensity.ts'

const folder = referenceDataDir()
if (folder === null) sayReferenceDataSkipped('the contract against the tables of the interface')

const schemas = { CarbonIntensityResponse, MixEntry, EmissionFactorsMetadata, MethodologyVersionSet }

/** `field → may be null`, read from the table under a heading of the interface. */
function interfaceTable(document: string, heading: string): [field: string, nullable: boolean][] {
  const section = document.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|') && !/^\|\s*-/.test(line))
  return rows.slice(1).map((row) => {
    const [, field = '', , nullable = ''] = row.split('|').map((cell) => cell.trim())
    return [field, nullable.startsWith('yes')]
  })
}

describe.skipIf(folder === null)('the contract is the interface, table by table', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    test(`${name} has exactly the fields of its table, in their order, null only where the table allows it`, async () => {
      const document = await Bun.file(join(folder ?? '', '../interface.md')).text()
      const table = interfaceTable(document, name)
      expect(table.length).toBeGreaterThan(3)
      expect(Object.keys(schema.entries)).toEqual(table.map(([field]) => field))
      for (const [field, nullable] of table) {
        const entry = Object.entries(schema.entries).find(([key]) => key === field)?.[1]
        expect(`${field} null: ${entry !== undefined && v.is(entry, null)}`).toBe(`${field} null: ${nullable}`)
      }
    })
  }
})

test('the objects are closed: an extra field is refused', () => {
  expect(v.is(MixEntry, { productionType: 'SOLAR', valueMW: 1, sharePct: 1, isLowCarbon: true })).toBe(true)
  expect(v.is(MixEntry, { productionType: 'SOLAR', valueMW: 1, sharePct: 1, isLowCarbon: true, extra: 1 })).toBe(false)
})
