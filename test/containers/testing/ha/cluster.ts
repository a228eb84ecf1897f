import { runCommand } from '@hexawatt/dev/src/commands/run-command.ts'
import { until } from '@hexawatt/shared/testing/until'
import type { Compose } from '../../../../deploy/smoke-test/compose.ts'

/** Longest wait until everything is healthy, ms: a lost primary of Postgres comes back as a replica. */
const healthyWithinMs = 180_000
const pauseMs = 300

const docker = (...args: string[]) => runCommand(['docker', ...args])

/** Whether a container has done its work or does it, by how the engine lists it. */
const isHealthy = (status: string): boolean =>
  status.startsWith('Exited (0)') || /^Up (?!.*\((?:unhealthy|health: starting)\))/.test(status)

/** What the engine and the servers say of a composition with failover. */
export function watchCluster(compose: Compose) {
  async function containerOf(service: string): Promise<string> {
    const [container] = await compose.containersOf(service)
    if (container === undefined) throw new Error(`no container of ${service}`)
    return container
  }

  /** What a command in a service's container says; nothing while that does not run. */
  const ask = (service: string, ...command: string[]): Promise<string> =>
    compose.exec(service, ...command).catch(() => '')

  const askSentinel = (...command: string[]): Promise<string> =>
    ask('sentinel-1', 'redis-cli', '-p', '26379', ...command)

  /** Servers of Postgres by their role, as Patroni has them. */
  async function postgresRoles(): Promise<Map<string, string>> {
    const script = "import urllib.request as r; print(r.urlopen('http://127.0.0.1:8008/cluster').read().decode())"
    const answers = await Promise.all(['postgres-1', 'postgres-2'].map((each) => ask(each, 'python3', '-c', script)))
    const text = answers.find((answer) => answer !== '') ?? '{"members":[]}'
    const { members }: { members: { name: string; role: string }[] } = JSON.parse(text)
    return new Map(members.map(({ name, role }) => [role, name]))
  }

  async function areAllHealthy(): Promise<boolean> {
    const filter = `label=com.docker.compose.project=${compose.project}`
    const statuses = await docker('ps', '--all', '--filter', filter, '--format', '{{.Status}}')
    return statuses.split('\n').every(isHealthy)
  }

  /** Whether each store could lose its leader now. */
  async function isRedundant(): Promise<boolean> {
    const [roles, sentinel] = await Promise.all([postgresRoles(), askSentinel('info', 'sentinel')])
    return roles.has('leader') && roles.has('sync_standby') && /status=ok,.*slaves=2,sentinels=3/.test(sentinel)
  }

  return {
    /** The first container of a service. */
    containerOf,
    /** Service that the Sentinels have as the master of Redis. */
    redisMaster: async (): Promise<string> =>
      (await askSentinel('sentinel', 'get-master-addr-by-name', 'hexawatt')).split('\n')[0] ?? '',
    postgresPrimary: async (): Promise<string> => (await postgresRoles()).get('leader') ?? '',
    /** Ends a container at once, as the end of its host would. The engine does not start it again. */
    kill: (container: string) => docker('kill', '--signal', 'KILL', container),
    start: (container: string) => docker('start', container),
    /** Waits until every container is healthy and each store could lose its leader. */
    async untilHealthy(): Promise<void> {
      const isWhole = async (): Promise<boolean> => {
        if ((await areAllHealthy()) && (await isRedundant())) return true
        await Bun.sleep(pauseMs)
        return false
      }
      await until('everything healthy', isWhole, healthyWithinMs)
    },
  }
}
export type Cluster = ReturnType<typeof watchCluster>
