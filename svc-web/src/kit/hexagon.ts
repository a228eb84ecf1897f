import { round1 } from '@hexawatt/shared/bounds/numbers'
import { type Html, html } from './html.ts'

/** Half the width of a pointed-top hexagon of radius 1. */
const halfWidth = Math.sqrt(3) / 2

/**
 * Path of a regular hexagon with a corner at the top: the sign of the country, in every drawing of the site. Coordinates are rounded to a tenth, which no eye
 * sees and which keeps a honeycomb of hundreds small.
 *
 * @param r distance from the centre to a corner
 */
export function hexagonPath(cx: number, cy: number, r: number): string {
  const [x, left, right] = [round1(cx), round1(cx - halfWidth * r), round1(cx + halfWidth * r)]
  const [top, upper, lower, bottom] = [round1(cy - r), round1(cy - r / 2), round1(cy + r / 2), round1(cy + r)]
  return `M${x} ${top}L${right} ${upper}V${lower}L${x} ${bottom}L${left} ${lower}V${upper}Z`
}

/** Marks inside a hexagon of the box 90 × 102. */
const marks = {
  tick: html`<path class="stroke" d="M24 52 39 67 66 36"/>`,
  warning: html`<path class="stroke" d="M45 24v32"/><circle class="dot" cx="45" cy="75" r="7"/>`,
  clock: html`<path class="stroke" d="M45 26v27l17 12"/>`,
  plain: html``,
}
export type HexagonMark = keyof typeof marks

/** A small hexagon with a mark. It says nothing to a screen reader: a word stands next to it. The style sheet of the page colours `sign-<name>`. */
export function renderHexagonSign(mark: HexagonMark, name: string): Html {
  return html`<svg class="sign sign-${name}" viewBox="0 0 90 102" aria-hidden="true"><path class="face" d="${hexagonPath(45, 51, 48)}"/>${marks[mark]}</svg>`
}
