import { join } from 'node:path'
import { freePort, freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import { createKey } from '@hexawatt/svc-web/src/accounts/account-changes.ts'
import { createSilentAccounts } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import type { DrillProcess, Processes } from './processes.ts'

const repositoryRoot = join(import.meta.dir, '../../..')
const internalToken = 'internal-token-of-the-drills-0123456789ab'

/** Instant of the data of a drill; time runs on from it. */
export const drillInstant = '2026-02-03T18:20:00Z'

/** Addresses of stores, under the names of the programs' settings. */
export type StoreSettings = Readonly<Record<string, string>>

/** Programs behind the gateways. */
type ServiceName = 'svc-carbon' | 'svc-score' | 'svc-history' | 'svc-web'

export type ServedProgram = DrillProcess & {
  /** Address of its API. */
  url: string
  /** Address of its health and metrics. */
  internalUrl: string
}

export type Product = {
  gateways: ServedProgram[]
  services: ServedProgram[]
  /** Environment of a further gateway, in addition to its ports. */
  gatewayEnv: Readonly<Record<string, string>>
  /** Starts a service again that has ended, at its address. */
  startAgain(service: ServedProgram): Promise<ServedProgram>
}

export type ProductOptions = {
  processes: Processes
  /** `DATABASE_URL`, `REDIS_URL` and whatever else names stores. */
  stores: StoreSettings
  gatewayCount: number
  planTable: PlanTable
  /** Real services; the gateways get a refusal from the others. */
  services?: readonly ServiceName[]
  /** Further settings of the gateways. */
  gatewaySettings?: Readonly<Record<string, string>>
  /** Further settings of svc-web. */
  webSettings?: Readonly<Record<string, string>>
  /** Offset of the data's clock, ms; absent: so that it is {@link drillInstant} now. */
  clockOffsetMs?: number
}

/** Starts the real programs: services on the data of the database, and gateways before them. They need a migrated database. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { processes, stores, gatewayCount, planTable, services: names = ['svc-carbon'], gatewaySettings } = options
  const clockOffsetMs = options.clockOffsetMs ?? computeOffsetMs(Temporal.Instant.from(drillInstant))
  const plansFile = join(processes.folder, 'plans.json')
  await Bun.write(plansFile, JSON.stringify(planTable))
  const common = {
    ...stores,
    INTERNAL_TOKEN: internalToken,
    CLOCK_OFFSET_MS: String(clockOffsetMs),
    LOG_LEVEL: 'info',
  }
  const envOf = (name: string) => (name === 'svc-web' ? { ...common, ...options.webSettings } : common)
  const services = await Promise.all(names.map((name) => startService(processes, name, envOf(name))))
  const [closedPort = 0] = await freePorts(1)
  const urlOf = (name: string) =>
    services.find((service) => service.name === name)?.url ?? `http://127.0.0.1:${closedPort}`
  const env = {
    ...common,
    PLANS_FILE: plansFile,
    SVC_CARBON_URL: urlOf('svc-carbon'),
    SVC_SCORE_URL: urlOf('svc-score'),
    SVC_HISTORY_URL: urlOf('svc-history'),
    SVC_WEB_URL: urlOf('svc-web'),
    ...gatewaySettings,
  }
  const indexes = Array.from({ length: gatewayCount }, (_, index) => index + 1)
  const gateways = await Promise.all(indexes.map((index) => startGateway(processes, `gateway-${index}`, env)))
  let starts = 0
  return {
    gateways,
    services,
    gatewayEnv: env,
    startAgain({ name, url }) {
      starts += 1
      return startService(processes, `${name}-${starts}`, envOf(name), {
        script: name,
        port: Number(new URL(url).port),
      })
    },
  }
}

async function startService(
  processes: Processes,
  name: string,
  env: Readonly<Record<string, string>>,
  place: { script?: string; port?: number } = {},
): Promise<ServedProgram> {
  const { script = name, port = await freePort() } = place
  const url = `http://127.0.0.1:${port}`
  const settings = { ...env, INTERNAL_PORT: String(port) }
  const program = await startProgram(processes, name, `${script}/src/main.ts`, settings, url)
  return { ...program, url, internalUrl: url }
}

/** A gateway with these settings and ports of its own. */
async function startGateway(
  processes: Processes,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<ServedProgram> {
  const [port = 0, internalPort = 0] = await freePorts(2)
  const internalUrl = `http://127.0.0.1:${internalPort}`
  const settings = { ...env, PORT: String(port), INTERNAL_PORT: String(internalPort) }
  const program = await startProgram(processes, name, 'gateway/src/main.ts', settings, internalUrl)
  return { ...program, url: `http://127.0.0.1:${port}`, internalUrl }
}

/** Starts a program of the product and waits until it lives, with whatever stores there are. */
export function startProgram(
  processes: Processes,
  name: string,
  script: string,
  env: Readonly<Record<string, string>>,
  internalUrl: string,
): Promise<DrillProcess> {
  return processes.start({
    name,
    command: process.execPath,
    args: ['--no-env-file', script],
    env,
    workingDir: repositoryRoot,
    isReady: async () => (await fetch(`${internalUrl}/healthz`)).ok,
  })
}

export type DrillAccount = { accountId: string; key: string }

/** Plans of the drills: `scale` with another limit of the minute. */
export function planTableWith(requestsPerMinute: number): PlanTable {
  const { plans } = defaultPlanTable
  return { ...defaultPlanTable, plans: { ...plans, scale: { ...plans.scale, requestsPerMinute } } }
}

/** Stores accounts on the plan `scale` with a key each. */
export async function storeAccounts(databaseUrl: string, planTable: PlanTable, count: number): Promise<DrillAccount[]> {
  const sql = createSql(databaseUrl, 'drill', 1)
  try {
    const deps = createSilentAccounts({ sql, planTable })
    const accounts: DrillAccount[] = []
    for (let index = 0; index < count; index += 1) {
      const account = `drill ${crypto.randomUUID()}`
      const { accountId, key } = await createKey(deps, { account, plan: 'scale', name: 'drill', expiresAt: null })
      accounts.push({ accountId, key })
    }
    return accounts
  } finally {
    await sql.end({ timeout: 1 })
  }
}
