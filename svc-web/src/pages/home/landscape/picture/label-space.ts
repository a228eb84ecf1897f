/** Slots of a quarter-hour across the narrowest screen, and the width of that screen, px: a phone shows 24 hours. */
const narrowest = { slots: 96, width: 320 } as const

/** Least width of a slot, px; wider screens have more. */
export const leastSlotWidth = narrowest.width / narrowest.slots

/** Widths from which screens show more labels, px; the style sheet hides `not-wide`, `not-middle` and `not-narrow` between the same widths. */
const tiers = [
  { hidden: 'not-wide', from: 1_360 },
  { hidden: 'not-middle', from: 960 },
  { hidden: 'not-narrow', from: narrowest.width },
] as const

/** A label by the middle of its text, in slots, and the width that it needs, px. */
export type SpacedLabel = { middle: number; width: number }

/** Space between two labels, px. */
const gap = 8

/** Width of a text in px, at least; digits and letters of the usual system fonts are narrower. */
export const estimateTextWidth = (text: string, fontSize = 13): number => Math.ceil(text.length * 0.6 * fontSize)

/**
 * Keeps labels in one row apart: where two would touch, the later one of the list is hidden.
 *
 * @param labels the most important first
 * @param slots of the whole picture
 * @returns class names by label: the widths at which it is hidden; empty = it is always shown
 */
export function spaceLabels(labels: readonly SpacedLabel[], slots: number): string[] {
  const hidden = labels.map((): string[] => [])
  for (const tier of tiers) {
    const slotWidth = Math.max(leastSlotWidth, tier.from / slots)
    for (const index of findTouching(labels, slotWidth)) hidden[index]?.push(tier.hidden)
  }
  return hidden.map((names) => names.join(' '))
}

/** Indices of the labels that would touch one before them in the list. */
export function findTouching(labels: readonly SpacedLabel[], slotWidth: number): Set<number> {
  const touching = new Set<number>()
  for (const [index, label] of labels.entries()) {
    const isFree = labels.slice(0, index).every((other, before) => {
      if (touching.has(before)) return true
      return Math.abs(label.middle - other.middle) * slotWidth >= (label.width + other.width) / 2 + gap
    })
    if (!isFree) touching.add(index)
  }
  return touching
}
