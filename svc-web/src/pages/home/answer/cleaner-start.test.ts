import { expect, test } from 'bun:test'
import { makeSampleInput, usualSample } from '../landscape/testing/sample-input.ts'
import { computeFigures } from '../plan/start-figures.ts'
import { findCleanerStart } from './cleaner-start.ts'

const { plan } = makeSampleInput(usualSample)

test('the cleaner start has the least emissions before the deadline, and there is none where all hours are alike', () => {
  const now = computeFigures(plan, 0).figures
  const cleaner = findCleanerStart(plan, now)
  const starts = Array.from({ length: plan.windowSlots - plan.load.slots + 1 }, (_, first) =>
    computeFigures(plan, first),
  )
  const least = Math.min(...starts.map(({ figures }) => figures.carbon?.gCo2eq ?? Number.POSITIVE_INFINITY))
  expect(cleaner?.figures.carbon?.gCo2eq).toBe(least)
  expect(starts.find(({ startMs }) => startMs === cleaner?.startMs)?.isQuiet).toBe(false)
  const gCo2PerKwh = { central: 40, low: null, high: null }
  const flat = { ...plan, slots: plan.slots.map((slot) => ({ ...slot, gCo2PerKwh })) }
  expect(findCleanerStart(flat, computeFigures(flat, 0).figures)).toBeNull()
})
