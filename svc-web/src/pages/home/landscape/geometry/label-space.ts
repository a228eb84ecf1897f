import { round2 } from '@hexawatt/shared/bounds/numbers'

/** Least width of a quarter-hour, px: 24 hours across a phone of 320 px. */
export const leastSlotWidth = 320 / 96

/**
 * Widths of screens that show different labels, each with its least width of a quarter-hour, px; the style sheet hides the classes between the same widths.
 * From 736 px on, a screen shows the whole window; the picture of 72 hours is at least as wide as its quarter-hours need.
 */
const tiers = [
  { hidden: 'not-wide', slotWidth: (slots: number) => Math.max(phoneSlotWidth, 1_360 / slots) },
  { hidden: 'not-middle', slotWidth: (slots: number) => Math.max(phoneSlotWidth, 960 / slots) },
  { hidden: 'not-small', slotWidth: () => phoneSlotWidth },
  { hidden: 'not-narrow', slotWidth: () => leastSlotWidth },
] as const

/** 48 hours across 736 px; 24 hours across a phone of 375 px are wider. */
const phoneSlotWidth = 736 / 192

/** A label by the middle of its text, in slots, with the shift of the middle and the width that it needs, px. */
export type SpacedLabel = {
  middle: number
  shift?: number
  width: number
  /** Quarter-hours that the label may cover; absent = as many as it likes. */
  room?: number
  /** What the label must not touch, besides the other labels. */
  avoids?: readonly SpacedLabel[]
  /** Class names of the widths at which the label is hidden: there nothing touches it. */
  hidden?: string
}

/** Space between two labels, px. */
const gap = 5

/** Widths of letters in the usual system fonts, em. */
const [narrowLetter, usualLetter, wideLetter] = [0.3, 0.59, 0.88] as const

/** Width of a text, em: as much as it needs in the usual system fonts, or a little more. */
export function estimateTextEm(text: string): number {
  let width = 0
  for (const letter of text) {
    if (/[\s.,:;'’!|()ijlIt]/.test(letter)) width += narrowLetter
    else width += /[mwMW★%]/.test(letter) ? wideLetter : usualLetter
  }
  return round2(width)
}

/** Width of a text, px. */
export const estimateTextWidth = (text: string, fontSize = 13): number => Math.ceil(estimateTextEm(text) * fontSize)

/**
 * Keeps labels in one row apart: where two would touch, the later one of the list is hidden; so is one that an edge of the picture would cut.
 *
 * @param labels the most important first
 * @param slots of the whole picture
 * @returns class names by label: the widths at which it is hidden; empty = it is always shown
 */
export function spaceLabels(labels: readonly SpacedLabel[], slots: number): string[] {
  const hidden = labels.map((): string[] => [])
  for (const tier of tiers) {
    for (const index of findTouching(labels, tier.slotWidth(slots), slots)) hidden[index]?.push(tier.hidden)
  }
  return hidden.map((names) => names.join(' '))
}

/** Class names of the widths at which a label touches one of the labels that are shown in front of it. */
export function hideBehind(label: SpacedLabel, shown: readonly SpacedLabel[], slots: number): string {
  return tiers
    .filter((tier) =>
      shown.some((other) => !other.hidden?.includes(tier.hidden) && isTouching(label, other, tier.slotWidth(slots))),
    )
    .map(({ hidden }) => hidden)
    .join(' ')
}

const toMiddle = ({ middle, shift = 0 }: SpacedLabel, slotWidth: number): number => middle * slotWidth + shift

const isTouching = (one: SpacedLabel, other: SpacedLabel, slotWidth: number): boolean =>
  Math.abs(toMiddle(one, slotWidth) - toMiddle(other, slotWidth)) < (one.width + other.width) / 2 + gap

/** Indices of the labels that would touch one before them in the list, that an edge would cut, or that lack room. */
export function findTouching(labels: readonly SpacedLabel[], slotWidth: number, slots: number): Set<number> {
  const touching = new Set<number>()
  for (const [index, label] of labels.entries()) {
    const middle = toMiddle(label, slotWidth)
    const isInside = middle >= label.width / 2 && middle <= slots * slotWidth - label.width / 2
    const hasRoom = label.room === undefined || label.room * slotWidth >= label.width
    const shown = labels.slice(0, index).filter((_, before) => !touching.has(before))
    const isFree = [...shown, ...(label.avoids ?? [])].every((other) => !isTouching(label, other, slotWidth))
    if (!isInside || !hasRoom || !isFree) touching.add(index)
  }
  return touching
}
