/** Longest wait for the first paint, which a page in the background does not have, ms. */
const paintTimeoutMs = 1_000

startThemeChoice()
startMenu()
startOfflineCopy()
startLateScript()

/** Applies the appearance that the visitor chooses at once; a request stores it, so that the next page has it. */
function startThemeChoice(): void {
  const select = document.getElementById('theme')
  if (!(select instanceof HTMLSelectElement)) return
  select.addEventListener('change', () => {
    document.documentElement.dataset['theme'] = select.value
    // The choice applies to this page even when it cannot be stored.
    fetch(`?theme=${select.value}`, { cache: 'no-store' }).catch(() => undefined)
  })
}

/** Closes the menu with Escape, which returns the focus to its button, and when the visitor leaves it. */
function startMenu(): void {
  const menu = document.querySelector('details.menu')
  if (!(menu instanceof HTMLDetailsElement)) return
  const close = (): void => {
    menu.open = false
  }
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    close()
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) close()
  })
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close()
  })
}

/**
 * Lets the home page be shown offline. It begins when the page has loaded, so that it delays nothing, and only on the home page, whose files the browser has
 * then. The script knows the address of the site by its own.
 */
function startOfflineCopy(): void {
  const home = new URL('../../', import.meta.url)
  if (!('serviceWorker' in navigator) || location.pathname !== home.pathname) return
  addEventListener('load', () => {
    // A browser may forbid it; then there is no copy.
    navigator.serviceWorker.register(new URL('sw.js', home)).catch(() => undefined)
  })
}

/** Starts the script of the page once something is painted: before, it would compete with the page for the connection. */
function startLateScript(): void {
  const src = document.getElementById('frame-script')?.dataset['lateSrc']
  if (src === undefined) return
  let isStarted = false
  const start = (): void => {
    if (isStarted) return
    isStarted = true
    const script = document.createElement('script')
    script.type = 'module'
    script.src = src
    document.head.append(script)
  }
  setTimeout(start, paintTimeoutMs)
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  } catch {
    // A browser without these entries waits a second.
  }
}
