import { expect, test } from 'bun:test'
import { createFormat } from '../../../../kit/format.ts'
import { chooseRows } from '../geometry/rows.ts'
import { makeSlots } from '../testing/slots.ts'
import { frenchLandscape } from '../texts/french.ts'
import { createLandscapeView } from '../window/landscape-view.ts'
import { renderGaps } from './gaps.ts'

const view = createLandscapeView('fr', frenchLandscape, createFormat('fr'))
const rows = chooseRows(false)
const write = (slots: ReturnType<typeof makeSlots>) => renderGaps({ rows, slots }, view).map(({ markup }) => markup)

test('a sentence stands where the forecast or the price ends, and none where both are known', () => {
  const slots = makeSlots('2026-10-13T16:30:00Z', 192, (slot) => ({
    gCo2PerKwh: slot < 80 ? 40 : null,
    eurPerKwh: slot < 140 ? 0.2 : null,
  }))
  expect(write(slots)).toEqual([
    expect.stringContaining(frenchLandscape.gaps.forecast),
    expect.stringContaining(frenchLandscape.gaps.price),
  ])
  expect(write(makeSlots('2026-10-13T16:30:00Z', 192))).toEqual([])
})

test('on a phone, which shows a day at once, a long gap has a sentence in each day', () => {
  const slots = makeSlots('2026-10-13T16:30:00Z', 192, () => ({ gCo2PerKwh: null }))
  expect(write(slots).map((markup) => markup.match(/class="([^"]+)" x="([^"]+)"/)?.slice(1))).toEqual([
    ['gap not-small not-narrow', '50%'],
    ['gap not-wide not-middle', '25%'],
    ['gap not-wide not-middle', '75%'],
  ])
})

test('a gap that is too short for words has a question mark', () => {
  const slots = makeSlots('2026-10-13T16:30:00Z', 192, (slot) => ({ gCo2PerKwh: slot >= 40 && slot < 44 ? null : 40 }))
  expect(write(slots)).toEqual([expect.stringContaining('>?<')])
})
