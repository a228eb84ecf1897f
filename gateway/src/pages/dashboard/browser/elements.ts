/**
 * An element that the page is known to hold.
 *
 * @throws when it does not: page and script are of one version
 */
export function element<Kind extends HTMLElement>(id: string, kind: { new (): Kind }): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`the page has no ${id}`)
}
