import { callDirectly } from '@hexawatt/shared/config/direct-calls'
import { readEnv } from './env.ts'

// The gateway calls only services, with the internal token, which a proxy must not read.
callDirectly(Bun.env)
const env = readEnv(Bun.env)
// Loaded on demand: the process that starts others does not need the gateway itself.
if (env.GATEWAY_PROCESS === undefined && env.GATEWAY_PROCESSES !== 1) {
  const { superviseProcesses } = await import('./processes/supervise-processes.ts')
  await superviseProcesses(env, { script: import.meta.path, environment: Bun.env })
} else {
  const { serve } = await import('./serve.ts')
  await serve(env, Bun.env)
}
