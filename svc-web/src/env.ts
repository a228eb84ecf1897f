import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { alertSigningEnv } from '@hexawatt/shared/alerts/webhook-signature'
import { EnvInternalToken, EnvPort, envInteger, readBy } from '@hexawatt/shared/config/parse-env'
import { programEnv } from '@hexawatt/shared/config/program-env'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { readContractTable } from '@hexawatt/shared/errors/validated-file'
import { isApiKeyShaped } from '@hexawatt/shared/keys/api-key'
import { areMailSettingsConsistent, mailEnv, mailRule } from '@hexawatt/shared/mail/mail-settings'
import {
  hasOneServerPerMode,
  limitRedisEnv,
  queueRedisEnv,
  redisEnv,
  redisModeRule,
} from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'
import {
  billingEnv,
  billingRule,
  isCompleteBilling,
  sellsKnownPlans,
  soldPlansRule,
} from './billing/billing-settings.ts'
import { publisherEnv } from './pages/legal/publisher-settings.ts'

export const Env = v.pipe(
  v.object({
    ...programEnv,
    ...redisEnv,
    LIMIT_REDIS_URL: limitRedisEnv.LIMIT_REDIS_URL,
    ...queueRedisEnv,
    ...mailEnv,
    /** Hashes the addresses that sign-in links are mailed to; the same for all gateways and svc-web. Derived from `INTERNAL_TOKEN` by default. */
    ADDRESS_HASH_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
    /**
     * Secret that signs the sessions and forms of members, the same for every svc-web; a new one signs all members out. Derived from `INTERNAL_TOKEN`
     * by default.
     */
    SESSION_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
    /** Days after which a member signs in again. */
    SESSION_DAYS: v.optional(envInteger(1, 365), '30'),
    /** Most sign-in links that all processes mail in a day; a fifth of them is kept for addresses that have an account. */
    SIGN_IN_MAILS_PER_DAY: v.optional(envInteger(1, 1_000_000), '2000'),
    /** The public demo key, which pages show; without it there is none. */
    DEMO_API_KEY: v.optional(v.pipe(v.string(), v.check(isApiKeyShaped, 'hxw_ and 32 hexadecimal characters'))),
    /** Where a visitor gets an account, such as `https://…` or `mailto:…`; by default `/account`, where accounts are open. */
    UPGRADE_URL: v.optional(v.pipe(v.string(), v.url('a URL'))),
    /** JSON file with another plan table; the product's own by default. */
    PLANS_FILE: v.optional(readBy(readPlanTable), ''),
    /** JSON file with another table of contracts, in the form of `GET /api/tariffs`; the product's own by default. Give svc-score and svc-web the same file. */
    TARIFFS_FILE: v.optional(readBy(readContractTable), ''),
    /** Port of the operator's listener (docs/operate/gateway.md#operator-listener). */
    OPERATOR_PORT: v.optional(EnvPort, '8082'),
    /** Address that the operator's listener binds to. */
    OPERATOR_HOST: v.optional(v.string(), '127.0.0.1'),
    /** Token of the operator, at least 32 characters; without it there is no operator listener. */
    OPERATOR_TOKEN: v.optional(EnvInternalToken),
    /** The token before this one, which is still accepted while it is replaced. */
    OPERATOR_TOKEN_PREVIOUS: v.optional(EnvInternalToken),
    ...billingEnv,
    ...publisherEnv,
    ...alertSigningEnv,
    /**
     * Receivers of alerts in private networks or over plain HTTP that members may enter: addresses, ranges and host names; the same as svc-ingest's.
     * Refused in live mode.
     */
    ALERT_RECEIVERS_ALLOWED: v.optional(readBy(parseAllowedReceivers), ''),
  }),
  v.check((env) => hasOneServerPerMode(env), redisModeRule),
  v.check((env) => areMailSettingsConsistent(env), mailRule),
  v.check((env) => isCompleteBilling(env), billingRule),
  v.check((env) => sellsKnownPlans(env, env.PLANS_FILE), soldPlansRule),
)
export type Env = v.InferOutput<typeof Env>
