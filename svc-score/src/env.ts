import { readBy } from '@hexawatt/shared/config/parse-env'
import { programEnv } from '@hexawatt/shared/config/program-env'
import { readContractTable } from '@hexawatt/shared/errors/validated-file'
import { hasOneServerPerMode, redisEnv, redisModeRule } from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'

export const Env = v.pipe(
  v.object({
    ...programEnv,
    ...redisEnv,
    /** JSON file with another table of contracts, in the form of `GET /api/tariffs`; the product's own by default. Give svc-score and svc-web the same file. */
    TARIFFS_FILE: v.optional(readBy(readContractTable), ''),
  }),
  v.check((env) => hasOneServerPerMode(env), redisModeRule),
)
export type Env = v.InferOutput<typeof Env>
