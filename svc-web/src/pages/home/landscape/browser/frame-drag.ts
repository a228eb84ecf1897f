/** A touch this close to an edge of the visible part scrolls the picture, px; by so much in each frame of the display. */
const [edgeWidth, edgeStep] = [36, 6] as const
/** A press that moves less sideways is no drag, px: a finger that scrolls the page up or down must not move the frame. */
const leastDrag = 5

export type DragTarget = {
  /** Element with the picture, as wide as all its slots. */
  findPlot: () => HTMLElement | null
  findScroller: () => HTMLElement | null
  /** First slot of the frame; null where it cannot be moved. */
  findStart: () => number | null
  countSlots: () => number
  moveTo: (start: number) => void
  /** Called when the reader lets go. */
  onRelease: () => void
}

/** Slot under a point of the screen. */
export function findSlotAt(clientX: number, plot: HTMLElement, slots: number): number {
  const { left, width } = plot.getBoundingClientRect()
  return ((clientX - left) / width) * slots
}

/**
 * Lets mouse, pen and finger drag the frame. At the edge of a phone the picture scrolls under the finger.
 *
 * @returns whether the reader holds the frame
 */
export function startFrameDrag(place: HTMLElement, target: DragTarget): () => boolean {
  let grip: { pointerId: number; slotsFromStart: number; pressedX: number; clientX: number; isDrag: boolean } | null =
    null

  /** A press that began on the frame ends with a click on the element below it: that click must do nothing. */
  let isOwnClick = false

  place.addEventListener('pointerdown', (event) => {
    isOwnClick = false
    const frame = event.target instanceof Element ? event.target.closest('.frame[role=slider]') : null
    const [plot, start] = [target.findPlot(), target.findStart()]
    if (!(frame instanceof SVGElement) || plot === null || start === null || event.button !== 0) return
    const slotsFromStart = findSlotAt(event.clientX, plot, target.countSlots()) - start
    isOwnClick = true
    grip = {
      pointerId: event.pointerId,
      slotsFromStart,
      pressedX: event.clientX,
      clientX: event.clientX,
      isDrag: false,
    }
    // The frame itself may be drawn anew while it is held.
    plot.setPointerCapture(event.pointerId)
    target.findScroller()?.classList.add('held')
    frame.focus({ preventScroll: true })
    event.preventDefault()
    requestAnimationFrame(follow)
  })
  place.addEventListener('click', (event) => isOwnClick && event.stopImmediatePropagation(), { capture: true })
  place.addEventListener('pointermove', (event) => {
    if (grip?.pointerId !== event.pointerId) return
    grip.clientX = event.clientX
    grip.isDrag ||= Math.abs(grip.clientX - grip.pressedX) >= leastDrag
  })
  for (const type of ['pointerup', 'pointercancel'] as const) {
    place.addEventListener(type, (event) => {
      if (grip?.pointerId !== event.pointerId) return
      if (type === 'pointerup' && grip.isDrag) move()
      grip = null
      target.findScroller()?.classList.remove('held')
      target.onRelease()
    })
  }

  /** Moves the frame at most once in each frame of the display. */
  function follow(): void {
    if (grip === null) return
    if (grip.isDrag) {
      scrollAtEdge(grip.clientX)
      move()
    }
    requestAnimationFrame(follow)
  }

  function move(): void {
    const plot = target.findPlot()
    if (grip === null || plot === null) return
    const start = Math.round(findSlotAt(grip.clientX, plot, target.countSlots()) - grip.slotsFromStart)
    if (start !== target.findStart()) target.moveTo(start)
  }

  function scrollAtEdge(clientX: number): void {
    const scroller = target.findScroller()
    if (scroller === null) return
    const { left, right } = scroller.getBoundingClientRect()
    if (clientX > right - edgeWidth) scroller.scrollLeft += edgeStep
    else if (clientX < left + edgeWidth) scroller.scrollLeft -= edgeStep
  }

  return () => grip !== null
}
