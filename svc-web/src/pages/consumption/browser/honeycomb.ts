import { getElement } from '../../../kit/browser/elements.ts'
import type { HoneycombRow } from '../result/honeycomb.ts'
import { type CellPlace, describeCell, findStart, markCell } from '../view/honeycomb-part.ts'
import type { View } from '../view/view.ts'

const hoursOfDay = 24

const steps: Readonly<Record<string, readonly [rows: number, hours: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Activates the honeycomb: pointer, finger and arrow keys choose a cell, whose values are written below the drawing. */
export function startHoneycomb(view: View, readRows: () => readonly HoneycombRow[]) {
  const part = getElement('honeycomb', HTMLElement)
  let place: CellPlace = findStart(readRows())

  function choose(row: number, hour: number): void {
    const rows = readRows()
    place = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      hour: Math.max(0, Math.min(hoursOfDay - 1, hour)),
    }
    for (const name of ['wide', 'narrow'] as const) {
      part.querySelector(`.${name} .mark`)?.setAttribute('d', markCell(place, name))
    }
    getElement('honeycomb-say', HTMLElement).innerHTML = describeCell(rows, place, view).markup
  }

  function chooseAt({ target, clientX, clientY }: MouseEvent): void {
    const cells = target instanceof Element ? target.closest('#honeycomb-cells') : null
    if (cells === null) return
    const { left, top, width, height } = cells.getBoundingClientRect()
    const rows = readRows().length
    choose(Math.floor(((clientY - top) / height) * rows), Math.floor(((clientX - left) / width) * hoursOfDay))
  }

  part.addEventListener('pointermove', chooseAt)
  part.addEventListener('click', chooseAt)
  part.addEventListener('keydown', (event) => {
    const isOnCells = event.target instanceof Element && event.target.id === 'honeycomb-cells'
    const step = steps[event.key]
    if (!isOnCells) return
    if (event.key === 'Home') choose(place.row, 0)
    else if (event.key === 'End') choose(place.row, hoursOfDay - 1)
    else if (step !== undefined) choose(place.row + step[0], place.hour + step[1])
    else return
    event.preventDefault()
  })
  part.addEventListener('focusin', () => choose(place.row, place.hour))

  return {
    /** Called after a new drawing: describes its first cell. */
    reset(): void {
      place = findStart(readRows())
    },
  }
}
