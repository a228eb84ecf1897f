import { expect, test } from 'bun:test'
import { findTouching, hideBehind, leastSlotWidth, type SpacedLabel, spaceLabels } from './label-space.ts'

/** Widths of screens, px, with the class that hides a label there. */
const screens = [
  { width: 1_440, hidden: 'not-wide' },
  { width: 1_000, hidden: 'not-middle' },
  { width: 736, hidden: 'not-small' },
  { width: 640, hidden: 'not-narrow' },
]

/** Labels that touch on a screen, although both are shown there. */
function findOverlaps(labels: readonly SpacedLabel[], slots: number): string[] {
  const hidden = spaceLabels(labels, slots)
  return screens.flatMap(({ width, hidden: name }) => {
    const slotWidth = width === 640 ? leastSlotWidth : Math.max(736 / 192, width / slots)
    const shown = labels.filter((_, index) => !hidden[index]?.includes(name))
    return shown.flatMap((label, index) =>
      shown
        .slice(index + 1)
        .filter((other) => Math.abs(label.middle - other.middle) * slotWidth < (label.width + other.width) / 2)
        .map((other) => `${width}: ${label.middle} and ${other.middle}`),
    )
  })
}

test.each([192, 288])(
  'no two labels of a window of %d quarter-hours touch, whatever the width of the screen',
  (slots) => {
    const labels = Array.from({ length: 40 }, (_, index) => ({
      middle: (index * 37) % slots,
      width: 30 + (index % 5) * 14,
    }))
    expect(findOverlaps(labels, slots)).toEqual([])
    expect(spaceLabels(labels, slots)[0]).toBe('not-wide not-middle not-small not-narrow')
    expect(spaceLabels(labels, slots).filter((names) => names === '').length).toBeGreaterThan(4)
  },
)

test('of two labels that touch, the later one is hidden, and only on the screens that are too narrow for both', () => {
  const labels = [
    { middle: 60, width: 50 },
    { middle: 70, width: 50 },
  ]
  expect(spaceLabels(labels, 192)).toEqual(['', 'not-middle not-small not-narrow'])
})

test('a label that an edge would cut, or that is wider than its room, is hidden', () => {
  expect([...findTouching([{ middle: 2, width: 40 }], 4, 192)]).toEqual([0])
  expect([...findTouching([{ middle: 60, width: 40, room: 9 }], 4, 192)]).toEqual([0])
  expect([...findTouching([{ middle: 60, width: 40, room: 10 }], 4, 192)]).toEqual([])
})

test('a label gives way to others in the same place, only where they touch', () => {
  expect(hideBehind({ middle: 80, width: 90 }, [{ middle: 62, width: 50 }], 192)).toBe('not-small not-narrow')
})
