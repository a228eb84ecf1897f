import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { RoleProgram } from '@hexawatt/shared/postgres/roles/program-roles'
import { buildTestRoleUrl } from '@hexawatt/shared/testing/stores-fixture'
import type { Processes } from '../../distributed/testing/processes.ts'
import { type StoreSettings, startProgram } from '../../distributed/testing/product.ts'

/** Programs behind the gateway, and the setting of the gateway that says where each is. */
const services = [
  ['svc-carbon', 'SVC_CARBON_URL'],
  ['svc-score', 'SVC_SCORE_URL'],
  ['svc-history', 'SVC_HISTORY_URL'],
  ['svc-web', 'SVC_WEB_URL'],
] as const

/**
 * Starts the gateway and the services of this version on the stores of a former one, each with its own role in Postgres.
 *
 * @param settings of all programs: each reads its own
 * @returns the public address
 */
export async function startUpgradedPrograms(
  processes: Processes,
  settings: StoreSettings & { DATABASE_URL: string },
): Promise<string> {
  const [port = 0, internalPort = 0, ...ports] = await freePorts(2 + services.length)
  const url = `http://localhost:${port}`
  const addressOf = (n: number): string => `http://127.0.0.1:${ports[n]}`
  function start(name: RoleProgram, own: StoreSettings, internalUrl: string) {
    const common = { ...settings, DATABASE_URL: buildTestRoleUrl(settings.DATABASE_URL, name), PUBLIC_BASE_URL: url }
    return startProgram(processes, name, `${name}/src/main.ts`, { ...common, ...own }, internalUrl)
  }
  await Promise.all(services.map(([name], n) => start(name, { INTERNAL_PORT: String(ports[n]) }, addressOf(n))))
  const addresses = Object.fromEntries(services.map(([, setting], n) => [setting, addressOf(n)]))
  const own = { ...addresses, PORT: String(port), INTERNAL_PORT: String(internalPort) }
  await start('gateway', own, `http://127.0.0.1:${internalPort}`)
  return url
}
