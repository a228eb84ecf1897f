import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { runService } from '@hexawatt/shared/program/run-program'
import { runInBackground } from '@hexawatt/shared/telemetry/logger'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import { Env } from './env.ts'
import { preloadNewestDays } from './history/raw-history.ts'

const env = parseEnv(Env, Bun.env)
const deps = await createDeps(env)
const app = createApp(deps)
runService(env, { app, deps })
runInBackground(deps.logger, 'reading the newest days', preloadNewestDays(deps))
