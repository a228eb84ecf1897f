import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { alertSigningEnv } from '@hexawatt/shared/alerts/webhook-signature'
import { envInteger, readBy } from '@hexawatt/shared/config/parse-env'
import { programEnv, tracingEnv } from '@hexawatt/shared/config/program-env'
import { defaultZone } from '@hexawatt/shared/config/zone'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { dataModes, isRealMode } from '@hexawatt/shared/grid/feeds'
import { dayAheadPriceLimits } from '@hexawatt/shared/grid/plausible-ranges'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { areMailSettingsConsistent, mailEnv, mailRule } from '@hexawatt/shared/mail/mail-settings'
import { hasOneServerPerMode, queueRedisEnv, redisEnv, redisModeRule } from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'
import { archiveEnv, hasCredentials, missingCredentials } from './archive/archive-settings.ts'
import type { OpenDataset } from './open/definition/dataset.ts'
import { openPublisherIds, openUrlNames } from './open/publisher-limits.ts'
import { credentialEntries, credentialName, operatorApis } from './upstream/credentials.ts'

const BaseUrl = v.pipe(
  v.string(),
  v.url('a URL'),
  v.transform((url) => new URL(url)),
)
const Secret = v.pipe(v.string(), v.minLength(1))

const OptionalUrl = v.optional(BaseUrl)
const openUrlEntries = Object.fromEntries(
  Object.values(openUrlNames).map((name) => [name, OptionalUrl]),
  // Every name of the type is made from the list of publishers.
) as Record<(typeof openUrlNames)[OpenPublisherId], typeof OptionalUrl>

/** The operator's Data API. */
export const operatorUrl = 'https://digital.iservices.rte-france.com'

const Settings = v.object({
  ZONE: programEnv.ZONE,
  DATABASE_URL: programEnv.DATABASE_URL,
  ...redisEnv,
  ...queueRedisEnv,
  INTERNAL_PORT: programEnv.INTERNAL_PORT,
  INTERNAL_HOST: programEnv.INTERNAL_HOST,
  CLOCK_OFFSET_MS: programEnv.CLOCK_OFFSET_MS,
  STOP_TIMEOUT_MS: programEnv.STOP_TIMEOUT_MS,
  LOG_LEVEL: programEnv.LOG_LEVEL,
  ...tracingEnv,
  EXIT_WITH_STDIN: programEnv.EXIT_WITH_STDIN,
  /** Mode of the data; the database is stamped with it. */
  DATA_MODE: v.optional(v.picklist(dataModes), 'live'),
  /** The operator's Data API. */
  RTE_BASE_URL: v.optional(BaseUrl, operatorUrl),
  /** Application for every API without its own credentials; not needed in open mode. */
  RTE_CLIENT_ID: v.optional(Secret),
  RTE_CLIENT_SECRET: v.optional(Secret),
  /** Credentials of single APIs: the operator subscribes applications API by API. */
  ...credentialEntries,
  /**
   * Addresses of the open publishers, where a mirror answers instead of them. In live mode they also switch the spares on when the operator's address
   * is another than its own: a test installation never calls a publisher that it does not name.
   */
  ...openUrlEntries,
  /** Whether open sources stand in for the operator's API in live mode. */
  OPEN_SPARES: v.optional(v.picklist(['on', 'off']), 'on'),
  /**
   * Harmonised minimum and maximum clearing price of the European day-ahead auction, EUR/MWh: prices beyond them are quarantined. The auction moves them when
   * prices come near them.
   */
  DAY_AHEAD_PRICE_MIN_EUR_PER_MWH: v.optional(envInteger(-20_000, 0), String(dayAheadPriceLimits.min)),
  DAY_AHEAD_PRICE_MAX_EUR_PER_MWH: v.optional(envInteger(1, 100_000), String(dayAheadPriceLimits.max)),
  /** The agency's open data portal. */
  EMISSION_FACTORS_BASE_URL: v.optional(BaseUrl, 'https://data.ademe.fr'),
  /** Publisher of the yearly intensities; its service requires a key, a mirror may not. */
  COUNTRY_INTENSITIES_BASE_URL: v.optional(BaseUrl, 'https://api.ember-energy.org'),
  COUNTRY_INTENSITIES_API_KEY: v.optional(Secret),
  /** Least whole months that a payload is kept; the payload of a stored value is kept as long as the value. */
  RAW_RETENTION_MONTHS: v.optional(envInteger(1, 1_200), '12'),
  ...archiveEnv,
  /** Mails of alerts link to the account pages below it. */
  PUBLIC_BASE_URL: programEnv.PUBLIC_BASE_URL,
  /** JSON file with another plan table, the same as the gateway's: alerts tell of shares of its quotas. */
  PLANS_FILE: v.optional(readBy(readPlanTable), ''),
  ...alertSigningEnv,
  ...mailEnv,
  /** Receivers of alerts in private networks or over plain HTTP: addresses, ranges and host names. Refused in live mode. */
  ALERT_RECEIVERS_ALLOWED: v.optional(readBy(parseAllowedReceivers), ''),
})

export const Env = v.pipe(
  Settings,
  v.check((env) => hasOneServerPerMode(env), redisModeRule),
  v.check((env) => areMailSettingsConsistent(env), mailRule),
  v.check(
    ({ DATA_MODE, MAILBOX_DIR }) => MAILBOX_DIR === undefined || DATA_MODE === 'demo',
    'MAILBOX_DIR with DATA_MODE=demo alone',
  ),
  v.check(
    (env) => operatorApis.every((api) => !env[credentialName('ID', api)] === !env[credentialName('SECRET', api)]),
    'both parts of each pair RTE_CLIENT_ID_… and RTE_CLIENT_SECRET_…, or none',
  ),
  v.check(
    (env) => env.DATA_MODE === 'open' || (env.RTE_CLIENT_ID !== undefined && env.RTE_CLIENT_SECRET !== undefined),
    'RTE_CLIENT_ID and RTE_CLIENT_SECRET, except with DATA_MODE=open',
  ),
  v.check(
    (env) => env.ZONE === defaultZone || !isRealMode(env.DATA_MODE),
    `ZONE=${defaultZone} with real data: no publisher of another zone is read`,
  ),
  v.check((env) => hasCredentials(env), missingCredentials),
  v.check(
    ({ DATA_MODE, ALERT_RECEIVERS_ALLOWED: { ranges, hosts } }) =>
      DATA_MODE !== 'live' || ranges.length + hosts.length === 0,
    'no ALERT_RECEIVERS_ALLOWED in live mode: alerts never call private addresses there',
  ),
)
export type Env = v.InferOutput<typeof Env>

/**
 * Which datasets of open sources are read: all in open mode, as spares in live mode, none of them on invented or recorded data. A live installation
 * whose operator has another address than its own has spares only at addresses that are set.
 */
function openPublishersOf(env: Env): readonly OpenPublisherId[] {
  if (env.DATA_MODE === 'open') return openPublisherIds
  if (env.DATA_MODE !== 'live' || env.OPEN_SPARES === 'off') return []
  if (env.RTE_BASE_URL.href === new URL(operatorUrl).href) return openPublisherIds
  return openPublisherIds.filter((id) => env[openUrlNames[id]] !== undefined)
}

/**
 * Whether a dataset is read: with its publisher; on invented or recorded data the regions alone, which the operator's API does not have, and only from the
 * upstream of the operator's feeds. No publisher ever gives a row of such a database.
 */
export function isDatasetRead(env: Env, { publisher, readRegions }: OpenDataset): boolean {
  if (isRealMode(env.DATA_MODE)) return openPublishersOf(env).includes(publisher)
  return readRegions !== undefined && env[openUrlNames[publisher]]?.origin === env.RTE_BASE_URL.origin
}
