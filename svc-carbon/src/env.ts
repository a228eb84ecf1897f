import { programEnv } from '@hexawatt/shared/config/program-env'
import { hasOneServerPerMode, redisEnv, redisModeRule } from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'

export const Env = v.pipe(
  v.object({ ...programEnv, ...redisEnv }),
  v.check((env) => hasOneServerPerMode(env), redisModeRule),
)
export type Env = v.InferOutput<typeof Env>
