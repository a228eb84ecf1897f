import { join } from 'node:path'

const script = join(import.meta.dir, '../../../gateway/src/main.ts')

/** A gateway as a process of its own, as it runs in production. */
export type GatewayProcess = {
  url: string
  port: number
  /** Address of its internal listener: health and metrics. */
  internalUrl: string
  stop(): Promise<void>
}

/** What its first line says. */
type Listening = { port: number; internalPort: number }

/**
 * Starts `gateway/src/main.ts` on free ports and waits until it listens.
 *
 * @param env its whole environment beside the ports
 * @throws with what it wrote when it ends before
 */
export async function startGatewayProcess(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const child = Bun.spawn([process.execPath, script], {
    env: { ...env, PORT: '0', INTERNAL_PORT: '0', DRAIN_MS: '0', LOG_LEVEL: 'info' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { port, internalPort } = await whenListening(child.stdout)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** Reads to the end, so that the process never waits for a reader. */
async function whenListening(output: ReadableStream<Uint8Array>): Promise<Listening> {
  const { promise, resolve, reject } = Promise.withResolvers<Listening>()
  void (async () => {
    let text = ''
    let isListening = false
    for await (const chunk of output) {
      if (isListening) continue
      text += new TextDecoder().decode(chunk)
      const line = text.split('\n').find((whole) => whole.includes('gateway listens'))
      if (line === undefined) continue
      isListening = true
      resolve(JSON.parse(line))
    }
    reject(new Error(`the gateway ended: ${text}`))
  })()
  return promise
}
