import { expect, test } from 'bun:test'
import { writeCarDistance } from './car-distance.ts'
import { createFormat } from './format.ts'

test('a distance by car is written in tens of metres, then in kilometres, by the factor of ADEME', () => {
  const write = (grams: number) => writeCarDistance(grams, createFormat('fr'))
  expect([1, 46, 200, 240, 256, 640, 2_560].map(write)).toEqual(
    ['10 m', '180 m', '780 m', '940 m', '1 km', '2,5 km', '10 km'].map((text) => text.replace(' ', '\u00a0')),
  )
})
