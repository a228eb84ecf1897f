import { afterEach } from 'bun:test'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createUpstreamApp, type UpstreamDeps } from '../app.ts'
import { createFaultSwitch } from '../faults/fault-switch.ts'
import { createGridSource, type GridSourceOptions } from '../source.ts'

/** A block of an answer. */
export type ReadBlock = Record<string, string> & { values: ReadSlot[] }
export type ReadSlot = { start_date: string; end_date: string; updated_date: string; value: number; price?: number }

const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }
export const basicAuth = `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`

export const paths = {
  byType: '/open_api/actual_generation/v1/actual_generations_per_production_type',
  mix: '/open_api/actual_generation/v1/generation_mix_15min_time_scale',
  flows: '/open_api/physical_flow/v1/physical_flows',
  forecasts: '/open_api/generation_forecast/v3/forecasts',
  consumption: '/open_api/consumption/v1/short_term',
  weekly: '/open_api/consumption/v1/weekly_forecasts',
  exchanges: '/open_api/wholesale_market/v3/france_power_exchanges',
  schedules: '/open_api/exchange_schedule/v2/schedules',
  signals: '/open_api/ecowatt/v5/signals',
  tariff: '/open_api/tempo_like_supply_contract/v1/tempo_like_calendars',
  outages: '/open_api/unavailability_additional_information/v7/generation_unavailabilities',
  capacities: '/open_api/generation_installed_capacities/v1/capacities_per_production_type',
  imbalance: '/open_api/balancing_energy/v5/imbalance_data',
  lines: '/data-fair/api/v1/datasets/base-carboner/lines',
  dataset: '/data-fair/api/v1/datasets/base-carboner',
  intensities: '/v1/carbon-intensity/yearly',
} as const

export type StartOptions = Omit<GridSourceOptions, 'clock'> &
  Pick<UpstreamDeps, 'tokenLifetimeSeconds' | 'allowFaultControl' | 'enforceQuota'>

/** Starts the demo upstream on its own port with a fixed clock, and a client with a token. */
export async function startUpstream(asOf: string, options: StartOptions = {}) {
  const clock = { now: () => Temporal.Instant.from(asOf) }
  const faults = createFaultSwitch()
  const source = createGridSource({ clock, ...options })
  const app = createUpstreamApp({ clock, credentials, source, faults, ...options })
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const address = `http://127.0.0.1:${app.server?.port}`
  const askToken = () => fetch(`${address}/token/oauth/`, { method: 'POST', headers: { authorization: basicAuth } })
  const { access_token: token } = (await (await askToken()).json()) as { access_token: string }
  const get = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(`${address}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  return {
    address,
    faults,
    askToken,
    get,
    /** The blocks of an answer with any root name. */
    async blocks(path: string, query: Record<string, string> = {}): Promise<ReadBlock[]> {
      const body = (await (await get(path, query)).json()) as Record<string, ReadBlock[]>
      return Object.values(body)[0] ?? []
    },
    stop: () => app.stop(true),
  }
}
export type Upstream = Awaited<ReturnType<typeof startUpstream>>

/**
 * The upstreams of a test file, by instant and options; each is started once. Faults end with each test, the upstreams with the file. Called at the top
 * of the file.
 */
export function useUpstreams() {
  const started = new Map<string, Promise<Upstream>>()
  const each = (act: (upstream: Upstream) => unknown) =>
    Promise.all([...started.values()].map(async (upstream) => act(await upstream)))
  afterEach(() => each(({ faults }) => faults.clear()))
  closeAtEnd(() => each((upstream) => upstream.stop()))
  return (asOf: string, options: StartOptions = {}): Promise<Upstream> =>
    started.getOrInsertComputed(JSON.stringify([asOf, options]), () => startUpstream(asOf, options))
}

/** Status and functional code of a refusal of the operator. */
export async function refusalOf(response: Response): Promise<string> {
  return `${response.status} ${((await response.json()) as { error?: string }).error}`
}

/** The bounds of a period as parameters. */
export function period(start_date: string, end_date: string): Record<string, string> {
  return { start_date, end_date }
}
