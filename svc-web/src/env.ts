import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { alertSigningEnv } from '@hexawatt/shared/alerts/webhook-signature'
import { EnvInternalToken, EnvPort, envInteger, readBy } from '@hexawatt/shared/config/parse-env'
import { programEnv } from '@hexawatt/shared/config/program-env'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
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

export const Env = v.pipe(
  v.object({
    ...programEnv,
    ...redisEnv,
    LIMIT_REDIS_URL: limitRedisEnv.LIMIT_REDIS_URL,
    ...queueRedisEnv,
    ...mailEnv,
    /** Hashes the addresses that sign-in links are mailed to; the same for all gateways and svc-web. Made from the internal token when it is not set. */
    ADDRESS_HASH_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
    /** Signs the sessions and forms of members; the same for all processes. Made from the internal token when it is not set: then a new token signs everybody out. */
    SESSION_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
    /** Days after which a member signs in again. */
    SESSION_DAYS: v.optional(envInteger(1, 365), '30'),
    /** Most sign-in links that all processes mail in a day. */
    SIGN_IN_MAILS_PER_DAY: v.optional(envInteger(1, 1_000_000), '2000'),
    /** The public demo key, which pages show; there is none without it. */
    DEMO_API_KEY: v.optional(v.pipe(v.string(), v.check(isApiKeyShaped, 'hxw_ and 32 hexadecimal characters'))),
    /** Where a visitor gets an account, such as `https://…` or `mailto:…`; without it at `/account`, where accounts are open. */
    UPGRADE_URL: v.optional(v.pipe(v.string(), v.url('a URL'))),
    /** JSON file with another plan table; the product's own without it. */
    PLANS_FILE: v.optional(readBy(readPlanTable), ''),
    /** Port of the operator's listener, which is off without OPERATOR_TOKEN. */
    OPERATOR_PORT: v.optional(EnvPort, '8082'),
    /** Address the operator's listener binds to. */
    OPERATOR_HOST: v.optional(v.string(), '127.0.0.1'),
    /** Lets the operator in. */
    OPERATOR_TOKEN: v.optional(EnvInternalToken),
    /** Still accepted while the operator's token is rotated. */
    OPERATOR_TOKEN_PREVIOUS: v.optional(EnvInternalToken),
    ...billingEnv,
    ...alertSigningEnv,
    /** Private receivers of alerts that may be entered; the same as svc-ingest's. */
    ALERT_RECEIVERS_ALLOWED: v.optional(readBy(parseAllowedReceivers), ''),
  }),
  v.check((env) => hasOneServerPerMode(env), redisModeRule),
  v.check((env) => areMailSettingsConsistent(env), mailRule),
  v.check((env) => isCompleteBilling(env), billingRule),
  v.check((env) => sellsKnownPlans(env, env.PLANS_FILE), soldPlansRule),
)
export type Env = v.InferOutput<typeof Env>
