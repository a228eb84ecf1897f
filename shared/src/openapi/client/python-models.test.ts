import { expect, test } from 'bun:test'
import type { JsonSchema } from '../schemas/document-types.ts'
import type { ClientObject } from './client-files.ts'
import { sortByDependency, splitLongFiles } from './python-order.ts'
import { renderDocstring, renderLiterals, toPythonName } from './python-text.ts'

const refersTo = (name: string, ...targets: string[]): ClientObject => {
  const fields = targets.map((target): [string, JsonSchema] => [
    target,
    { anyOf: [{ $ref: `#/components/schemas/${target}` }, { type: 'null' }] },
  ])
  return { name, schema: { type: 'object', properties: Object.fromEntries(fields) } }
}
const namesOf = (objects: readonly ClientObject[]) => objects.map(({ name }) => name)

test.each([
  ['productionGCo2PerKwh', 'production_gco2_per_kwh'],
  ['gCo2eq', 'gco2eq'],
  ['energyKWh', 'energy_kwh'],
  ['totalGenerationMW', 'total_generation_mw'],
  ['spotPriceEurPerMWh', 'spot_price_eur_per_mwh'],
  ['from', 'from_'],
  ['to', 'to'],
])('the field %s is %s in Python', (field, name) => {
  expect(toPythonName(field)).toBe(name)
})

test('an object stands behind those that it refers to, and a circle is refused', () => {
  const objects = [refersTo('A', 'B', 'C'), refersTo('B', 'C'), refersTo('C')]
  expect(namesOf(sortByDependency(objects))).toEqual(['C', 'B', 'A'])
  expect(() => sortByDependency([refersTo('A', 'B'), refersTo('B', 'A')])).toThrow('A refers to itself.')
})

test('a long file is split into parts of which only later ones refer to earlier ones, and the last keeps the name', () => {
  const objects = ['C', 'B', 'A'].map((name) => refersTo(name))
  const union = { name: 'U', values: ['u'], description: 'U.' }
  const split = (lines: number) =>
    splitLongFiles([{ file: 'plan', unions: [union], objects }], { ofUnion: () => 100, ofObject: () => lines }).map(
      (part) => [part.file, part.unions.length, namesOf(part.objects).join('')],
    )
  expect(split(10)).toEqual([['plan', 1, 'CBA']])
  expect(split(70)).toEqual([
    ['plan-parts', 1, ''],
    ['plan', 0, 'CBA'],
  ])
  expect(split(130)).toEqual([
    ['plan-parts', 1, 'C'],
    ['plan-parts-2', 0, 'B'],
    ['plan', 0, 'A'],
  ])
})

test('no line is longer than 120 characters, and what fits stays on one line', () => {
  expect(renderDocstring('Short.')).toBe('"""Short."""')
  expect(renderLiterals('kind: ', ['a', 'b'], '    ')).toBe('    kind: Literal["a", "b"] | str')
  const long = renderDocstring('word '.repeat(60).trim(), '    ')
  const values = renderLiterals(
    'kind: ',
    Array.from({ length: 30 }, (_, index) => `value-${index}`),
    '    ',
  )
  expect(Math.max(...`${long}\n${values}`.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
  expect(long).toEndWith('\n    """')
  expect(values).toContain('\n            "value-29",\n        ]\n        | str\n    )')
})
