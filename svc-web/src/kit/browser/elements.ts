import type { Html } from '../html.ts'

/**
 * An element that the page is known to contain.
 * @throws when it is missing: page and script have the same version
 */
export function getElement<Kind extends HTMLElement>(id: string, kind: { new (): Kind }): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`the page has no ${id}`)
}

/** Makes the function that renders changed parts into their elements; open tables stay open, and the focus stays. */
export function createPlaceParts() {
  const placed = new Map<string, string>()
  return function placeParts(parts: Readonly<Record<string, Html>>): void {
    for (const [id, { markup }] of Object.entries(parts)) {
      if (placed.get(id) === markup) continue
      placed.set(id, markup)
      replace(getElement(id, HTMLElement), markup)
    }
  }
}

function replace(place: HTMLElement, markup: string): void {
  const opened = [...place.querySelectorAll('details[open]')].map(({ id }) => id)
  const focused = place.contains(document.activeElement) ? document.activeElement : null
  const [foldedId, focusedId] = [focused?.closest('details')?.id, focused?.id]
  place.innerHTML = markup
  for (const details of place.querySelectorAll('details')) details.open = opened.includes(details.id)
  if (foldedId !== undefined) document.getElementById(foldedId)?.querySelector('summary')?.focus()
  else if (focusedId) document.getElementById(focusedId)?.focus()
}
