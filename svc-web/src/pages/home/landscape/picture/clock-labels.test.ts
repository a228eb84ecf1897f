import { expect, test } from 'bun:test'
import { listParisSlots } from '@hexawatt/shared/time/paris-clock'
import { createFormat } from '../../../../kit/format.ts'
import { frenchLandscape } from '../texts/french.ts'
import type { Span } from '../window/hours.ts'
import { createLandscapeView } from '../window/landscape-view.ts'
import { renderDays, renderHours } from './clock-labels.ts'

const view = createLandscapeView('fr', frenchLandscape, createFormat('fr'))

test('the name of a day ends before the line of the next one, on every screen', () => {
  const slots = listParisSlots(Date.parse('2026-04-21T12:30:00Z'), 192)
  const [today, tomorrow] = renderDays({ row: { top: 0, height: 10 }, slots, view }, '2026-04-21')
  // 38 quarter-hours are left of today: less than 130 px on a phone.
  expect(today?.markup).toMatch(/Aujourd’hui<tspan class="weekday not-narrow"> mardi/)
  expect(tomorrow?.markup).toMatch(/Demain<tspan class="weekday "> mercredi/)
})

test('an hour is not named where the border of a frame crosses it, and is named beside the frame', () => {
  const slots = listParisSlots(Date.parse('2026-04-21T12:30:00Z'), 192)
  const write = (pieces: readonly Span[]) =>
    renderHours({ row: { top: 0, height: 10 }, slots, view }, Date.parse('2026-04-21T12:20:00Z'), {
      flag: null,
      pieces,
    })
  const midnight = slots.findIndex(({ minuteOfDay }) => minuteOfDay === 0)
  expect(write([]).markup).toContain('<text class="midnight" ')
  const crossed = write([{ first: midnight - 20, slots: 20 }]).markup
  expect(crossed).toContain('<text class="midnight not-wide not-middle not-small not-narrow" ')
  expect(crossed).toMatch(/<text x="[\d.]+%" y="5%">6\sh<\/text>/)
})
