import { readBy } from '@hexawatt/shared/config/parse-env'
import { programEnv } from '@hexawatt/shared/config/program-env'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { isApiKeyShaped } from '@hexawatt/shared/keys/api-key'
import { fitsMail, mailEnv, mailRule } from '@hexawatt/shared/mail/mail-settings'
import { fitsRedisMode, redisEnv, redisModeRule } from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'

export const Env = v.pipe(
  v.object({
    ...programEnv,
    ...redisEnv,
    ...mailEnv,
    /** The public demo key, which pages show; there is none without it. */
    DEMO_API_KEY: v.optional(v.pipe(v.string(), v.check(isApiKeyShaped, 'hxw_ and 32 hexadecimal characters'))),
    /** Where a visitor gets an account, such as `https://…` or `mailto:…`; without it at `/account`, where accounts are open. */
    UPGRADE_URL: v.optional(v.pipe(v.string(), v.url('a URL'))),
    /** JSON file with another plan table; the product's own without it. */
    PLANS_FILE: v.optional(readBy(readPlanTable), ''),
  }),
  v.check((env) => fitsRedisMode(env), redisModeRule),
  v.check((env) => fitsMail(env), mailRule),
)
export type Env = v.InferOutput<typeof Env>
