import { startRefresh } from './refresh.ts'
import { startRegions } from './regions.ts'

/** The page works without it: it adds what a pointer shows, and new figures each minute. Its words stand in the page, so that one script serves every language. */
export function startPage(): void {
  startHeatMap()
  startRegions()
  startRefresh()
}

/** Names the hour that a pointer or a finger is at: on a phone the cells have no room for their numbers. */
function startHeatMap(): void {
  const showHour = ({ target }: Event): void => {
    const cell = target instanceof Element ? target.closest('#heat-map td') : null
    const readout = document.getElementById('heat-readout')
    const row = cell?.parentElement
    if (!(cell instanceof HTMLTableCellElement) || !(row instanceof HTMLTableRowElement) || readout === null) return
    const day = row.querySelector('th')?.textContent ?? ''
    const score = cell.querySelector('.unseen')?.textContent ?? cell.textContent ?? ''
    const template = readout.dataset['template'] ?? ''
    readout.textContent = template
      .replace('{day}', day)
      .replace('{hour}', String(cell.cellIndex - 1))
      .replace('{score}', score)
  }
  document.addEventListener('pointermove', showHour)
  document.addEventListener('click', showHour)
}
