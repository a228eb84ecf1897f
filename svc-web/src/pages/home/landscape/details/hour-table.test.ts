import { expect, test } from 'bun:test'
import { createFormat } from '../../../../kit/format.ts'
import { makeSlots } from '../testing/slots.ts'
import { frenchLandscape } from '../texts/french.ts'
import { createLandscapeView } from '../window/landscape-view.ts'
import { renderHourTable } from './hour-table.ts'

test('of the hour that autumn has twice the second one is named as such: no two rows have one name', () => {
  const slots = makeSlots('2026-10-24T21:45:00Z', 192)
  const unknown = slots.map(() => null)
  const view = createLandscapeView('fr', frenchLandscape, createFormat('fr'))
  const { markup } = renderHourTable({ slots, solarMw: unknown, windMw: unknown, signals: unknown }, '2026-10-24', view)
  const names = [...markup.matchAll(/<th scope="row">([^<]*)/g)].map(([, name = '']) => name.replaceAll(/\s/g, ' '))
  expect(names.slice(3, 6)).toEqual(['demain 2 h', 'demain 2 h (heure d’hiver)', 'demain 3 h'])
  expect(new Set(names).size).toBe(names.length)
})
