/** Directions of the arrow keys on the map. */
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Shows the figures of the region that is pointed at, touched or focused; arrows move to the next region in their direction. */
export function startRegions(): void {
  const chooseAt = (event: Event): void => {
    const region = findRegion(event.target)
    if (region === null) return
    // The script shows the figures next to the map; without it the link leads to the row of the table.
    if (event.type === 'click') event.preventDefault()
    showRegion(region)
  }
  // A pointer that rests while the page changes below it chooses nothing: only one that moves does.
  for (const type of ['pointermove', 'focusin', 'click']) document.addEventListener(type, chooseAt)
  document.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    const region = findRegion(event.target)
    if (direction === undefined || region === null) return
    event.preventDefault()
    findNeighbour(region, direction)?.focus()
  })
}

const findRegion = (target: EventTarget | null): SVGAElement | null => {
  const found = target instanceof Element ? target.closest('a.region') : null
  return found instanceof SVGAElement ? found : null
}

/** Shows a region again after the page has new figures. */
export function showRegion(region: SVGAElement): void {
  const code = region.dataset['region'] ?? ''
  const readout = document.getElementById('region-readout')
  const row = document.getElementById(`region-${code}`)
  if (readout === null || !(row instanceof HTMLTableRowElement)) return
  if (readout.dataset['region'] === code && row.classList.contains('chosen')) return
  readout.dataset['region'] = code
  for (const chosen of document.querySelectorAll('.regions-table .chosen')) chosen.classList.remove('chosen')
  row.classList.add('chosen')
  document.getElementById('region-ring')?.setAttribute('d', region.querySelector('path')?.getAttribute('d') ?? '')
  const heads = [...(row.closest('table')?.querySelectorAll('thead th') ?? [])].map(
    ({ textContent }) => textContent ?? '',
  )
  const [name = '', ...values] = [...row.cells].map(({ textContent }) => textContent ?? '')
  const facts = values.map((value, index) => [heads[index + 1] ?? '', value] as const)
  const direct = [readout.dataset['direct'] ?? '', row.dataset['direct'] ?? ''] as const
  readout.replaceChildren(writeElement('h3', name), writeFacts([...facts, direct]))
}

function writeFacts(facts: readonly (readonly [name: string, value: string])[]): HTMLElement {
  const list = document.createElement('dl')
  for (const [name, value] of facts) {
    const group = document.createElement('div')
    group.append(writeElement('dt', name), writeElement('dd', value))
    list.append(group)
  }
  return list
}

function writeElement(kind: string, text: string): HTMLElement {
  const element = document.createElement(kind)
  element.textContent = text
  return element
}

/** The nearest region in a direction, by the figures of both: one that lies more ahead than aside, else any ahead. */
function findNeighbour(from: SVGAElement, [x, y]: readonly [number, number]): SVGAElement | undefined {
  const start = centreOf(from)
  const ranked = [...document.querySelectorAll<SVGAElement>('a.region')].flatMap((region) => {
    const centre = centreOf(region)
    const [dx, dy] = [centre.x - start.x, centre.y - start.y]
    const ahead = dx * x + dy * y
    const aside = Math.abs(dx * y) + Math.abs(dy * x)
    return ahead > 0 ? [{ region, isAside: aside > ahead, distance: ahead + aside }] : []
  })
  ranked.sort((one, other) => Number(one.isAside) - Number(other.isAside) || one.distance - other.distance)
  return ranked[0]?.region
}

function centreOf(region: SVGAElement): { x: number; y: number } {
  const { x, y, width, height } = (region.querySelector('text') ?? region).getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}
