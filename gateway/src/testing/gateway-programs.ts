import { createLineReader } from '@hexawatt/shared/testing/line-output'
import { buildTestRoleUrl, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { testInternalToken } from './gateway-fixture.ts'

/** Settings of a gateway as a program, on ports that the system chooses and a Redis of its own; it stops without waiting for load balancers. */
export async function createProgramSettings(at: {
  databaseUrl: string
  serviceUrl: string
}): Promise<Record<string, string>> {
  return {
    PORT: '0',
    INTERNAL_PORT: '0',
    DRAIN_MS: '0',
    DATABASE_URL: buildTestRoleUrl(at.databaseUrl, 'gateway'),
    REDIS_URL: await createTestRedisUrl(),
    INTERNAL_TOKEN: testInternalToken,
    SVC_CARBON_URL: at.serviceUrl,
    SVC_SCORE_URL: at.serviceUrl,
    SVC_HISTORY_URL: at.serviceUrl,
  }
}

/** Starts the gateway as a program of its own, as often as a test needs. */
export function createGatewayPrograms() {
  const children: Bun.Subprocess[] = []
  return {
    /** Starts it as the launcher does, and waits until it listens. */
    async startProgram(env: Record<string, string>) {
      const script = Bun.fileURLToPath(new URL('../main.ts', import.meta.url))
      const child = Bun.spawn([process.execPath, script], { env, stdin: 'pipe', stdout: 'pipe' })
      children.push(child)
      const output = createLineReader(child.stdout)
      const { port, internalPort } = JSON.parse(await output.lineWith('gateway listens'))
      return {
        child,
        output,
        url: `http://127.0.0.1:${port}`,
        internalUrl: `http://127.0.0.1:${internalPort}`,
      }
    },
    killPrograms(): void {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
