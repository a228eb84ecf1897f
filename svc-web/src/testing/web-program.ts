import { createLineReader } from '@hexawatt/shared/testing/line-output'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { testInternalToken } from './web-fixture.ts'

/** Starts svc-web as a program of its own, on ports that the system chooses, and waits until it listens. */
export async function startWebProgram(settings: Readonly<Record<string, string>>) {
  const env = {
    INTERNAL_PORT: '0',
    OPERATOR_PORT: '0',
    DRAIN_MS: '0',
    REDIS_URL: settings['REDIS_URL'] ?? (await createTestRedisUrl()),
    INTERNAL_TOKEN: testInternalToken,
    ...settings,
  }
  const script = Bun.fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = Bun.spawn([process.execPath, script], { env, stdin: 'pipe', stdout: 'pipe' })
  const output = createLineReader(child.stdout)
  const { port, operatorPort } = JSON.parse(await output.lineWith('"msg":"listening"'))
  return {
    child,
    output,
    url: `http://127.0.0.1:${port}`,
    /** Null without OPERATOR_TOKEN. */
    operatorUrl: operatorPort === null ? null : `http://127.0.0.1:${operatorPort}`,
  }
}
