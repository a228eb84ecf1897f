import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardRegions } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import type { Incident } from '@hexawatt/shared/contract/status'
import { regionCodes } from '@hexawatt/shared/grid/regions'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { buildAssets, listAssets } from '@hexawatt/svc-web/src/kit/assets.ts'
import { createStatePage } from '@hexawatt/svc-web/src/pages/state/state-page.ts'
import { sampleDashboard } from '@hexawatt/svc-web/src/pages/state/testing/sample-dashboard.ts'
import { createUnderstandPage } from '@hexawatt/svc-web/src/pages/understand/understand-page.ts'

const regions: DashboardRegions = {
  ...{ start: '2026-02-03T17:00:00Z', end: '2026-02-03T17:15:00Z', flowsSlotStart: '2026-02-03T15:00:00Z' },
  regions: regionCodes.map((code, index) => ({
    ...{ code, gCo2PerKwh: code === '53' ? null : 8 + 18 * index, directGCo2PerKwh: code === '53' ? null : 6 * index },
    ...{
      consumptionGCo2PerKwh: code === '53' ? null : 14 + 6 * index,
      consumptionDirectGCo2PerKwh: code === '53' ? null : 3 * index,
    },
    ...{ totalGenerationMW: 1_000 * (index + 1), exchangeMW: index % 2 === 0 ? 900 : -1_400 },
  })),
}
const incidents: Incident[] = [
  {
    ...({ subject: 'physical_flows', state: 'late', occurrences: 1 } as const),
    ...{ startedAt: '2026-02-03T16:30:00Z', endedAt: null },
  },
]
const hours = Array.from({ length: 24 }, (_, hour) => 20 + 3 * hour)

/** A dashboard with everything that the two pages show: a late source, weeks of scores, incidents and regions. */
export const fullDashboard: DashboardResponse = sampleDashboard(
  {
    ...{ regions, incidents },
    heatMap: Array.from({ length: 14 }, (_, day) => {
      const date = Temporal.PlainDate.from('2026-01-21').add({ days: day })
      return { date: date.toString(), firstHour: `${date.subtract({ days: 1 }).toString()}T23:00:00Z`, scores: hours }
    }),
  },
  { physical_flows: { availabilityPct: 60, newestSlot: '2026-02-03T14:00:00Z' } },
)

/** Serves `/etat`, `/comprendre` and their files on made data, which a test may change: the pages need no store. */
export async function servePages() {
  let dashboard = fullDashboard
  const assets = await buildAssets()
  const deps = {
    site: { publicBaseUrl: 'http://localhost', assets, hasAccounts: true },
    current: { latest: async () => dashboard },
    latestAccuracy: async () => null,
    readContractTable: async () => ({ table: shippedTable, changedAtMs: 0 }),
    clock: { now: () => Temporal.Instant.from(dashboard.generatedAt) },
  }
  const routes = [createStatePage(deps), await createUnderstandPage(deps)]
  const answers = new Map([
    ...routes.map(({ path, answer }) => [path, answer] as const),
    ...listAssets(assets).map(({ path, page }) => [path, page] as const),
  ])
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => answers.get(new URL(request.url).pathname)?.(request) ?? new Response(null, { status: 404 }),
  })
  closeAtEnd(() => server.stop(true))
  return {
    url: `http://127.0.0.1:${server.port}`,
    change(others: Partial<DashboardResponse>): void {
      dashboard = { ...dashboard, ...others }
    },
  }
}
