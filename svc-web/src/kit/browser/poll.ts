import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'

export type PollOptions = {
  everyMs: number
  onData: (dashboard: DashboardResponse) => void
  /** Called with whether the server answered. */
  onReachable: (isReachable: boolean) => void
}

/** Parts that a gateway of the release before does not send yet: while an installation is upgraded they are unknown. */
const laterParts: Pick<DashboardResponse, 'exchanges' | 'consumption' | 'regions' | 'incidents'> = {
  exchanges: null,
  consumption: null,
  regions: null,
  incidents: null,
}

/** Polls for the data at an interval, and when the page becomes visible again; unchanged data answer 304. */
export function startPoll({ everyMs, onData, onReachable }: PollOptions): void {
  let etag: string | null = null

  async function ask(): Promise<void> {
    const dashboard = await readNewest()
    // Not within the reading: an error of the page is no lost connection.
    if (dashboard !== null) onData({ ...laterParts, ...dashboard })
  }

  /** Null when nothing has changed, or the server does not answer. */
  async function readNewest(): Promise<DashboardResponse | null> {
    try {
      const response = await fetch('api/dashboard', {
        headers: etag === null ? {} : { 'if-none-match': etag },
        cache: 'no-store',
      })
      // Offline the service worker answers with its copy of the last data, and says so.
      const isCopy = response.headers.has('x-offline-copy')
      onReachable((response.ok && !isCopy) || response.status === 304)
      if (!response.ok) return null
      const dashboard: DashboardResponse = await response.json()
      etag = isCopy ? null : response.headers.get('etag')
      return dashboard
    } catch {
      onReachable(false)
      return null
    }
  }

  void ask()
  setInterval(() => {
    if (!document.hidden) void ask()
  }, everyMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask()
  })
}
