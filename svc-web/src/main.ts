import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { runService } from '@hexawatt/shared/program/run-program'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import { Env } from './env.ts'

const env = parseEnv(Env, Bun.env)
const deps = await createDeps(env)
const app = createApp(deps)
runService(env, { app, deps })
