import { generateKeyPairSync } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { type EmbeddedServer, startServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'

/** Users that can log in, with their groups. */
const users = {
  /** The person who made the cluster. */
  administrator: 'system:masters',
  /** The person who installs Hexawatt, with the rights of deploy/kubernetes/deployer.yaml. */
  deployer: 'hexawatt-deployers',
  'system:kube-controller-manager': '',
} as const

export type User = Exclude<keyof typeof users, 'system:kube-controller-manager'>

/** etcd, the API server with its admission, and the controllers. There is no machine in the cluster: pods are made and admitted, and wait. */
export type ControlPlane = {
  /** File with address, certificate and token for kubectl. */
  configFor(user: User): string
  stop(): Promise<void>
}

/** Longest start of a part and longest stop, ms: eight tests may share two cores. */
const startTimeoutMs = 120_000
const stopTimeoutMs = 20_000

/**
 * Starts a control plane on loopback ports: role-based access, the default admission with NodeRestriction, tokens of service accounts.
 *
 * @param commands the folder with a command for each part
 */
export async function startControlPlane(commands: string): Promise<ControlPlane> {
  const folder = await makeTemporaryFolder()
  const started: EmbeddedServer[] = []
  const stop = async () => {
    for (const server of started.toReversed()) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const start = async (part: string, flags: (port: number) => Record<string, string | number>, isReady: Readiness) => {
    const server = await startPart({ commands, folder, part, flags, isReady })
    started.push(server)
    return server
  }
  try {
    const tokens = await writeCredentials(folder)
    const peer = await freePort()
    const etcd = await start('etcd', (port) => etcdFlags(folder, port, peer), isHealthy)
    const api = await start('kube-apiserver', (port) => apiServerFlags(folder, port, etcd.url), answersOk('readyz'))
    const address = `https://127.0.0.1:${api.port}`
    for (const [user, token] of tokens)
      await Bun.write(join(folder, `${user}.json`), kubeConfig(folder, address, token))
    await start('kube-controller-manager', (port) => controllerFlags(folder, port), answersOk('healthz'))
    return { configFor: (user) => join(folder, `${user}.json`), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Readiness = (port: number) => Promise<boolean>
type Part = {
  commands: string
  folder: string
  part: string
  flags: (port: number) => Record<string, string | number>
  isReady: Readiness
}

function startPart({ commands, folder, part, flags, isReady }: Part): Promise<EmbeddedServer> {
  const logFile = join(folder, `${part}.log`)
  return startServer({
    name: part,
    port: undefined,
    command: (port) => ({
      command: [join(commands, part), ...Object.entries(flags(port)).map(([name, value]) => `--${name}=${value}`)],
      env: { PATH: '/usr/bin:/bin', HOME: folder },
      workingDir: folder,
      logFile,
    }),
    url: (port) => `http://127.0.0.1:${port}`,
    becomesReady: (server, port) =>
      pollUntil(async () => server.hasExited() || (await isReady(port).catch(() => false)), {
        intervalMs: 100,
        timeoutMs: startTimeoutMs,
      }).then((ended) => ended && !server.hasExited()),
    stopSignal: 'SIGTERM',
    abortSignal: 'SIGKILL',
    stopTimeoutMs,
    transientFailure: /address already in use/,
    remedy: `Its log is ${logFile}.`,
  })
}

const isHealthy: Readiness = async (port) => (await fetch(`http://127.0.0.1:${port}/health`)).ok
const answersOk =
  (path: string): Readiness =>
  async (port) =>
    (await fetch(`https://127.0.0.1:${port}/${path}`, { tls: { rejectUnauthorized: false } })).ok

const etcdFlags = (folder: string, port: number, peer: number) => ({
  'data-dir': join(folder, 'etcd'),
  'listen-client-urls': `http://127.0.0.1:${port}`,
  'advertise-client-urls': `http://127.0.0.1:${port}`,
  'listen-peer-urls': `http://127.0.0.1:${peer}`,
  'initial-advertise-peer-urls': `http://127.0.0.1:${peer}`,
  'initial-cluster': `default=http://127.0.0.1:${peer}`,
  // Nothing outlives the run.
  'unsafe-no-fsync': 'true',
})

const apiServerFlags = (folder: string, port: number, etcd: string) => ({
  'bind-address': '127.0.0.1',
  'secure-port': port,
  'etcd-servers': etcd,
  'cert-dir': join(folder, 'tls'),
  'token-auth-file': join(folder, 'tokens.csv'),
  'authorization-mode': 'Node,RBAC',
  // In addition to the default ones, among them PodSecurity, LimitRanger and ResourceQuota.
  'enable-admission-plugins': 'NodeRestriction',
  'service-account-issuer': 'https://kubernetes.default.svc',
  'service-account-key-file': join(folder, 'accounts.pub'),
  'service-account-signing-key-file': join(folder, 'accounts.key'),
  'service-cluster-ip-range': '10.96.0.0/16',
  // Its own address in the cluster, which may not be a loopback address: no program connects to it.
  'advertise-address': '192.0.2.1',
})

const controllerFlags = (folder: string, port: number) => ({
  'bind-address': '127.0.0.1',
  'secure-port': port,
  'cert-dir': join(folder, 'tls-of-controllers'),
  kubeconfig: join(folder, 'system:kube-controller-manager.json'),
  'use-service-account-credentials': 'true',
  'service-account-private-key-file': join(folder, 'accounts.key'),
  'root-ca-file': join(folder, 'tls/apiserver.crt'),
  'leader-elect': 'false',
  'horizontal-pod-autoscaler-sync-period': '1s',
})

/** Keys of the service accounts, and a token for each user. */
async function writeCredentials(folder: string): Promise<Map<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const tokens = new Map(Object.keys(users).map((user) => [user, crypto.randomUUID()]))
  const lines = Object.entries(users).map(([user, group]) => `${tokens.get(user)},${user},${user},"${group}"`)
  await mkdir(join(folder, 'tls'), { recursive: true })
  await Bun.write(join(folder, 'accounts.key'), privateKey)
  await Bun.write(join(folder, 'accounts.pub'), publicKey)
  await Bun.write(join(folder, 'tokens.csv'), `${lines.join('\n')}\n`)
  return tokens
}

const kubeConfig = (folder: string, server: string, token: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'here', cluster: { server, 'certificate-authority': join(folder, 'tls/apiserver.crt') } }],
    users: [{ name: 'me', user: { token } }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'me' } }],
    'current-context': 'here',
  })
