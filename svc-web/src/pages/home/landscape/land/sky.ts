import { minuteMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import type { ParisSlot } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../../kit/html.ts'
import { mixColors } from '../../../../kit/score-scale.ts'
import { findSunTimes, type SunTimes } from '../astronomy/sun.ts'
import { boxHeight } from '../geometry/rows.ts'
import { toOffset } from './relief.ts'

/** Colours of night, twilight and day, at the horizon and at the top of the sky. */
const horizon = { night: '#2b3680', twilight: '#eda184', day: '#b9dbf1' } as const
const zenith = { night: '#0d1340', twilight: '#27427f', day: '#3f83c8' } as const

/** The first light is seen before sunrise, and the full colours of day come after it. */
const [dawnMs, morningMs] = [60 * minuteMs, 105 * minuteMs]
/** Share of daylight at which the colours of twilight are strongest. */
const twilightLight = 0.4
/** Stops of the gradient from the first light to full day. */
const stopsOfTwilight = 8

/** The sun on each day that the slots touch, by date. */
export function listSunTimes(slots: readonly ParisSlot[]): SunTimes[] {
  return [...new Set(slots.map(({ date }) => date))].map((date) => findSunTimes(date))
}

/** How much daylight there is at an instant: 0 in the night, 1 by day. */
function computeDaylight(atMs: number, days: readonly SunTimes[]): number {
  const shares = days.map(({ riseMs, setMs }) => {
    const sinceDawn = Math.min(atMs - riseMs, setMs - atMs) + dawnMs
    const share = Math.min(1, Math.max(0, sinceDawn / (dawnMs + morningMs)))
    return share * share * (3 - 2 * share)
  })
  return Math.max(0, ...shares)
}

/** Night, dawn, day and dusk behind the relief, in a box of the slots × 100; the stars are drawn in front of it, in pixels. */
export function renderSky(slots: readonly ParisSlot[]): Html {
  const days = listSunTimes(slots)
  const startMs = slots[0]?.startMs ?? 0
  const spanMs = slots.length * quarterHourMs
  const shares = listTurns(days, startMs, spanMs).map((atMs) => ({
    offset: toOffset((atMs - startMs) / spanMs),
    light: computeDaylight(atMs, days),
  }))
  const renderStops = (colors: typeof horizon | typeof zenith) =>
    shares.map(({ offset, light }) => html`<stop offset="${offset}" stop-color="${mixSky(colors, light)}"/>`)
  const stars = shares.map(
    ({ offset, light }) =>
      html`<stop offset="${offset}" stop-color="#fff" stop-opacity="${light < 0.1 ? 1 - 10 * light : 0}"/>`,
  )
  const whole = `M0 0H${slots.length}V${boxHeight}H0z`
  return html`<linearGradient id="land-horizon">${renderStops(horizon)}</linearGradient><linearGradient id="land-zenith">${renderStops(zenith)}</linearGradient><linearGradient id="land-night">${stars}</linearGradient><linearGradient id="land-height" x2="0" y2="1"><stop stop-color="#fff"/><stop offset=".75"/></linearGradient><mask id="land-above"><path fill="url(#land-height)" d="${whole}"/></mask><path fill="url(#land-horizon)" d="${whole}"/><path fill="url(#land-zenith)" mask="url(#land-above)" d="${whole}"/>`
}

/** Instants at which the daylight changes, in order, with both ends of the span. */
function listTurns(days: readonly SunTimes[], startMs: number, spanMs: number): number[] {
  const turns = days.flatMap(({ riseMs, setMs }) =>
    Array.from({ length: stopsOfTwilight + 1 }, (_, step) => {
      const afterDawnMs = (step / stopsOfTwilight) * (dawnMs + morningMs) - dawnMs
      return [riseMs + afterDawnMs, setMs - afterDawnMs]
    }).flat(),
  )
  const inside = turns.filter((atMs) => atMs > startMs && atMs < startMs + spanMs)
  return [startMs, ...inside.sort((one, other) => one - other), startMs + spanMs]
}

function mixSky({ night, twilight, day }: typeof horizon | typeof zenith, light: number): string {
  return light < twilightLight
    ? mixColors(night, twilight, light / twilightLight)
    : mixColors(twilight, day, (light - twilightLight) / (1 - twilightLight))
}

/** Stars of one tile, px. */
const stars = makeStars(38)
const tile = { width: 331, height: 160 } as const

/** Round stars where it is night, in a grid of pixels; the gradient of the sky says where. */
export function renderStars(y: string, height: string): Html {
  return html`<pattern id="land-stars" width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse"><path class="stars" d="${stars}"/></pattern><mask id="land-dark"><rect y="${y}" width="100%" height="${height}" fill="url(#land-night)"/></mask><rect y="${y}" width="100%" height="${height}" fill="url(#land-stars)" mask="url(#land-dark)"/>`
}

/** Always the same stars: a picture that is drawn again must not twinkle. */
function makeStars(count: number): string {
  let seed = 11
  const next = (range: number): number => {
    seed = (seed * 16_807) % 2_147_483_647
    return Math.floor((seed / 2_147_483_647) * range)
  }
  return Array.from({ length: count }, () => `M${next(331)} ${next(150) + 4}h.01`).join('')
}
