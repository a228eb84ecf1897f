import { createGatewayPrograms } from '@hexawatt/gateway/src/testing/gateway-programs.ts'

/** A gateway as a process of its own, as it runs in production. */
export type GatewayProcess = {
  url: string
  port: number
  /** Address of its internal listener: health and metrics. */
  internalUrl: string
  stop(): Promise<void>
}

/**
 * Starts a gateway on free ports and waits until it listens.
 *
 * @param env its whole environment, except for the ports
 * @throws with what it wrote when it ends before
 */
export async function startGatewayProcess(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const settings = { ...env, PORT: '0', INTERNAL_PORT: '0', DRAIN_MS: '0', LOG_LEVEL: 'info' }
  const { child, url, internalUrl } = await createGatewayPrograms().startProgram(settings)
  return {
    url,
    port: Number(new URL(url).port),
    internalUrl,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
