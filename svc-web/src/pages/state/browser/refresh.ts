import { showRegion } from './regions.ts'

/** The figures are computed again about once a minute. */
const everyMs = 60_000

/** Asks for the page again each minute and when it becomes visible, and takes over what has changed; an unchanged page answers 304. */
export function startRefresh(): void {
  let etag: string | null = null

  async function refresh(): Promise<void> {
    const offline = document.getElementById('offline')
    try {
      const response = await fetch(location.href, {
        headers: etag === null ? {} : { 'if-none-match': etag },
        cache: 'no-store',
      })
      if (offline !== null) offline.hidden = response.status < 500
      if (!response.ok) return
      etag = response.headers.get('etag')
      takeOver(new DOMParser().parseFromString(await response.text(), 'text/html'))
    } catch {
      if (offline !== null) offline.hidden = false
    }
  }

  setInterval(() => {
    if (!document.hidden) void refresh()
  }, everyMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh()
  })
}

/** Markup of the parts as the server sent it last: the page itself changes some of it. */
const sent = new Map<string, string>()

/** Replaces the parts that differ. Open tables stay open, the focus and the chosen region stay. */
function takeOver(newest: Document): void {
  const parts = newest.querySelectorAll('#intro, main section')
  // The page came without data, and now there are some.
  if (parts.length !== document.querySelectorAll('#intro, main section').length) {
    location.reload()
    return
  }
  const chosen = document.getElementById('region-readout')?.dataset['region']
  const focused = document.activeElement?.getAttribute('data-region')
  for (const part of parts) {
    const place = document.getElementById(part.id)
    if (place === null || sent.get(part.id) === part.innerHTML) continue
    sent.set(part.id, part.innerHTML)
    const opened = [...place.querySelectorAll('details[open]')].map(({ id }) => id)
    place.replaceChildren(...part.childNodes)
    for (const details of place.querySelectorAll('details')) details.open = opened.includes(details.id)
  }
  const region = document.querySelector<SVGAElement>(`a.region[data-region="${chosen ?? ''}"]`)
  if (region !== null) showRegion(region)
  if (focused) document.querySelector<SVGAElement>(`a.region[data-region="${focused}"]`)?.focus({ preventScroll: true })
}
