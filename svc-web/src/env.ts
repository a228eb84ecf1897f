import { programEnv } from '@hexawatt/shared/config/program-env'
import { fitsRedisMode, redisEnv, redisModeRule } from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'

export const Env = v.pipe(
  v.object({
    ...programEnv,
    ...redisEnv,
  }),
  v.check((env) => fitsRedisMode(env), redisModeRule),
)
export type Env = v.InferOutput<typeof Env>
