import { createPlaceParts, getElement } from '../../../../kit/browser/elements.ts'
import { renderHourReadout, writeHour } from '../details/readout.ts'
import { renderLandscapeContent, renderLandscapeParts, renderPlanReadout, type WindowInput } from '../landscape-part.ts'
import { type Landscape, type LandscapeInput, placePlan, prepareLandscape } from '../prepare-landscape.ts'
import { listHours, type Span } from '../window/hours.ts'
import { findSlotAt, startFrameDrag } from './frame-drag.ts'
import { drawCursor, drawFrame, scrollToSpan, stayInPlace } from './moved-parts.ts'

/** Steps of the keys, quarter-hours. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
}
/** Keys that bring the frame back to the best start. */
const keysBack: readonly string[] = ['Home', 'End', 'Escape']

const isOnFrame = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('.frame[role=slider]') !== null

export type LandscapeControl = {
  /** Draws new data or another choice. A frame that the reader holds stays where it is. */
  show: (input: WindowInput) => void
  /** Moves the frame back to the best start, and into view. */
  goBack: () => void
}

/**
 * Activates the landscape: the frame follows pointer and keys, and the place below the picture says the hour that is pointed at.
 *
 * @param onMove called with the start that the reader chose; null = the best one
 */
export function startLandscape(onMove: (start: number | null) => void): LandscapeControl {
  const place = getElement('landscape', HTMLElement)
  let placeParts = createPlaceParts()
  let shown: { input: LandscapeInput; landscape: Landscape; hours: readonly Span[] } | null = null
  /** What came while the reader held the frame. */
  let waiting: WindowInput | null = null
  /** Index of the hour that stays in the readout. */
  let pinned: number | null = null
  /** Index of the hour that the readout shows; null = the plan. */
  let told: number | null = null

  const find = (id: string): HTMLElement | null => document.getElementById(id)

  const isHeld = startFrameDrag(place, {
    findPlot: () => find('landscape-plot'),
    findScroller: () => find('landscape-scroller'),
    findStart: () => (shown?.landscape.slider ? (shown.landscape.pieces[0]?.first ?? null) : null),
    countSlots: () => shown?.landscape.slots.length ?? 1,
    moveTo(start) {
      pinned = null
      moveTo(start)
    },
    onRelease() {
      if (waiting !== null) show(waiting)
    },
  })

  function show(input: WindowInput): void {
    if (isHeld()) {
      waiting = input
      return
    }
    waiting = null
    const [isFirst, isOtherChoice] = [shown === null, shown?.input.plan.choice !== input.plan?.choice]
    if (input.plan === null || find('landscape-plot') === null) {
      place.innerHTML = renderLandscapeContent(input).markup
      placeParts = createPlaceParts()
      shown = null
    }
    if (input.plan === null) return
    const landscape = prepareLandscape(input)
    shown = { input, landscape, hours: listHours(landscape.slots) }
    placeParts(renderLandscapeParts(landscape))
    place.querySelector<HTMLInputElement>('.scrub')?.setAttribute('max', String(shown.hours.length - 1))
    drawFrame(landscape)
    read(pinned)
    const [frame] = landscape.pieces
    // The plan of another choice comes into view; new data leave the picture where the reader scrolled it.
    if (frame !== undefined && isOtherChoice) {
      scrollToSpan(frame, landscape.slots.length, isFirst ? 'auto' : 'smooth')
    }
  }

  function moveTo(start: number | null): void {
    if (shown === null || shown.landscape.slider === null) return
    const { lastStart } = shown.landscape.slider
    const { result } = shown.input.plan
    const best = result.isFeasible ? (result.plan.segments[0]?.first ?? null) : null
    const within = start === null ? null : Math.min(Math.max(0, start), lastStart)
    const frameStart = within === best ? null : within
    const input = { ...shown.input, frameStart }
    const landscape = { ...shown.landscape, ...placePlan(input) }
    shown = { ...shown, input, landscape }
    drawFrame(landscape)
    read(pinned)
    stayInPlace(place, () => onMove(frameStart))
  }

  /** Shows an hour in the readout; null = the plan. */
  function read(hour: number | null): void {
    if (shown === null) return
    told = hour
    const { landscape, hours } = shown
    const span = hour === null ? null : (hours[hour] ?? null)
    drawCursor(span, landscape.slots.length)
    placeParts({
      'landscape-readout': span === null ? renderPlanReadout(landscape) : renderHourReadout(span, landscape),
    })
  }

  /** Brings the frame into view, where the picture is wider than the screen. */
  function showFrame(): void {
    const frame = shown?.landscape.pieces[0]
    if (frame !== undefined && shown !== null) scrollToSpan(frame, shown.landscape.slots.length, 'smooth')
  }

  function findHourAt(event: MouseEvent): number | null {
    const plot = find('landscape-plot')
    const isInside = event.target instanceof Element && event.target.closest('#landscape-plot') !== null
    if (plot === null || shown === null || !isInside) return null
    const slot = findSlotAt(event.clientX, plot, shown.landscape.slots.length)
    const hour = shown.hours.findIndex(({ first, slots }) => slot >= first && slot < first + slots)
    return hour === -1 ? null : hour
  }

  place.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse' || isHeld()) return
    // Over the frame, the readout shows the plan.
    const hour = (isOnFrame(event) ? null : findHourAt(event)) ?? pinned
    if (hour !== told) read(hour)
  })
  place.addEventListener('pointerleave', () => read(pinned))
  place.addEventListener('click', (event) => {
    const hour = findHourAt(event)
    if (hour === null || isOnFrame(event) || shown === null) return
    const isAgain = pinned === hour
    pinned = isAgain ? null : hour
    if (!isAgain && shown.landscape.slider !== null) moveTo(shown.hours[hour]?.first ?? 0)
    read(pinned)
  })
  place.addEventListener('keydown', (event) => {
    const step = keySteps[event.key]
    if (!isOnFrame(event) || (step === undefined && !keysBack.includes(event.key))) return
    event.preventDefault()
    pinned = null
    moveTo(step === undefined ? null : (shown?.landscape.pieces[0]?.first ?? 0) + step)
    showFrame()
  })
  place.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== 'landscape-hour' || shown === null) return
    pinned = Number(target.value)
    const span = shown.hours[pinned]
    read(pinned)
    if (span === undefined) return
    target.setAttribute('aria-valuetext', writeHour(span, shown.landscape))
    scrollToSpan(span, shown.landscape.slots.length, 'smooth')
  })
  place.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    pinned = null
    read(null)
  })

  return {
    show,
    goBack() {
      pinned = null
      moveTo(null)
      showFrame()
    },
  }
}
