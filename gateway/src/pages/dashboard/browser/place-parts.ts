import type { Html } from '../view/html.ts'
import { element } from './elements.ts'

/** Makes the function that puts parts into their places: only what has changed, and tables that were opened stay open. */
export function createPlaceParts() {
  const placed = new Map<string, string>()
  return function placeParts(parts: Readonly<Record<string, Html>>): void {
    for (const [id, { markup }] of Object.entries(parts)) {
      if (placed.get(id) === markup) continue
      placed.set(id, markup)
      replace(element(id, HTMLElement), markup)
    }
  }
}

function replace(place: HTMLElement, markup: string): void {
  const opened = [...place.querySelectorAll('details[open]')].map(({ id }) => id)
  const focused = place.contains(document.activeElement) ? document.activeElement?.closest('details')?.id : undefined
  place.innerHTML = markup
  for (const details of place.querySelectorAll('details')) details.open = opened.includes(details.id)
  if (focused !== undefined) document.getElementById(focused)?.querySelector('summary')?.focus()
}
