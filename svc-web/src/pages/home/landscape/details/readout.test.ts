import { describe, expect, test } from 'bun:test'
import { createFormat } from '../../../../kit/format.ts'
import { writeMoment } from '../../answer/moment-words.ts'
import { french } from '../../texts/french.ts'
import { createView } from '../../texts/view.ts'
import { makeSlots } from '../testing/slots.ts'
import { frenchLandscape } from '../texts/french.ts'
import { createLandscapeView } from '../window/landscape-view.ts'
import { type ReadoutInputs, renderReadout, writeHour } from './readout.ts'

const view = createLandscapeView('fr', frenchLandscape, createFormat('fr'))

const inputsAt = (start: string, valuesOf?: Parameters<typeof makeSlots>[2]): ReadoutInputs => {
  const slots = makeSlots(start, 192, valuesOf)
  const unknown = slots.map(() => null)
  return {
    ...{ slots, solarMw: unknown, windMw: unknown, signals: unknown, findPriceKind: () => 'market', view },
    ...{ today: slots[0]?.date ?? '', nowMs: Date.parse(start) - 600_000 },
  }
}

describe('the readout', () => {
  test.each(['2026-10-13T16:30:00Z', '2026-10-13T23:30:00Z', '2026-10-13T05:30:00Z'])(
    'from %s on calls the same hours “cette nuit” as the answer does',
    (start) => {
      const inputs = inputsAt(start)
      const home = createView('fr', french)
      // The answer calls what begins at once “maintenant”.
      for (let slot = 2; slot < 184; slot++) {
        const told = writeHour({ first: slot, slots: 4 }, inputs)
        const answer = writeMoment(inputs.slots[slot]?.startMs ?? 0, inputs.nowMs, home)
        expect([slot, told.startsWith('cette nuit')]).toEqual([slot, answer.startsWith('cette nuit')])
      }
    },
  )

  test('gives means of its span, and nothing where a quarter-hour of it is unknown', () => {
    const inputs = inputsAt('2026-10-13T16:30:00Z', (slot) => ({
      gCo2PerKwh: slot < 4 ? 20 + slot : null,
      score: 60 + slot,
      eurPerKwh: slot === 9 ? -0.034 : 0.1 * (slot % 2),
    }))
    expect(writeHour({ first: 0, slots: 4 }, inputs)).toMatch(/Note 62, 22\sg, 5\sct$/)
    expect(writeHour({ first: 2, slots: 4 }, inputs)).toMatch(/Note 64, 5\sct$/)
    expect(writeHour({ first: 9, slots: 1 }, inputs)).toMatch(/−3\sct$/)
    expect(renderReadout('', [{ first: 2, slots: 4 }], inputs).markup).toContain('<span class="unknown">inconnu</span>')
  })
})
