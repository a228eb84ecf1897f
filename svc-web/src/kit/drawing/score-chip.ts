import { type Html, html } from '../html.ts'
import { colorOfScore, inkOnScore } from '../score-scale.ts'

/** A whole score on its colour. An SVG, because the security policy allows no colours in style attributes; readers hear the number. */
export function renderScoreChip(score: number): Html {
  return html`<svg class="score-chip" role="img" aria-label="${score}"><rect width="100%" height="100%" rx=".3em" fill="${colorOfScore(score)}"/><text x="50%" y="50%" fill="${inkOnScore(score)}" text-anchor="middle" dominant-baseline="central">${score}</text></svg>`
}
