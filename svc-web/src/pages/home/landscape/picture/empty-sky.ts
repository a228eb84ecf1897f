import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { listParisSlots } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../../kit/html.ts'
import { boxHeight } from '../geometry/rows.ts'
import { renderSky, renderStars } from '../land/sky.ts'
import { renderMoons, renderSuns, sunGlow } from '../land/sun-and-moon.ts'

/** Quarter-hours of two days. */
const slotCount = 192

/** The sky of the coming 48 hours without hills, where nothing is forecast. */
export function renderEmptySky(nowMs: number): Html {
  const slots = listParisSlots(Math.ceil(nowMs / quarterHourMs) * quarterHourMs, slotCount)
  const suns = renderSuns({ slots, solarMw: [], findHillY: () => boxHeight, pills: [], words: [] }, () => '')
  return html`<svg class="picture empty" aria-hidden="true"><svg width="100%" height="100%" viewBox="0 0 ${slotCount} ${boxHeight}" preserveAspectRatio="none">${renderSky(slots)}</svg>${renderStars('0', '100%')}${sunGlow}${renderMoons({ slots, words: [] })}${suns}</svg>`
}
