import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { alertSigningEnv } from '@hexawatt/shared/alerts/webhook-signature'
import { envInteger, readBy } from '@hexawatt/shared/config/parse-env'
import { programEnv, tracingEnv } from '@hexawatt/shared/config/program-env'
import { defaultZone } from '@hexawatt/shared/config/zone'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { dataModes, isRealMode } from '@hexawatt/shared/grid/feeds'
import { dayAheadPriceLimits } from '@hexawatt/shared/grid/plausible-ranges'
import { type OpenPublisherId, pricePublisher, weatherPublisher } from '@hexawatt/shared/grid/publishers'
import { areMailSettingsConsistent, mailEnv, mailRule } from '@hexawatt/shared/mail/mail-settings'
import { hasOneServerPerMode, queueRedisEnv, redisEnv, redisModeRule } from '@hexawatt/shared/redis/settings'
import * as v from 'valibot'
import { archiveEnv, hasCredentials, missingCredentials } from './archive/archive-settings.ts'
import type { Source } from './sources/definition/source.ts'
import { openPublisherIds, publisherPolicies, readBaseUrls } from './sources/publishers.ts'
import { isOpenSource } from './sources/registry.ts'
import { buildCredentialName, credentialEntries, operatorApis } from './upstream/credentials.ts'

/** Whether the settings hold both parts of the credentials of an API, or none. */
function hasWholePair(settings: Readonly<Record<string, unknown>>, api: string): boolean {
  return !settings[buildCredentialName('ID', api)] === !settings[buildCredentialName('SECRET', api)]
}

const BaseUrl = v.pipe(
  v.string(),
  v.url('a URL'),
  v.transform((url) => new URL(url)),
)
const Secret = v.pipe(v.string(), v.minLength(1))

const OptionalUrl = v.optional(BaseUrl)
type OpenUrlName = (typeof publisherPolicies)[OpenPublisherId]['baseUrlSetting']
const openUrlEntries = Object.fromEntries(
  openPublisherIds.map((id) => [publisherPolicies[id].baseUrlSetting, OptionalUrl]),
  // Every name of the type is made from the list of publishers.
) as Record<OpenUrlName, typeof OptionalUrl>

const { rte, ademe, ember } = publisherPolicies

/** A setting that switches the weather off. */
const off = 'off'

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
  /**
   * Kind of data: `live`, `open` (real data without credentials, docs/operate/open-sources.md), `demo` or `replay`. The database is stamped with it;
   * open and live data share a database.
   */
  DATA_MODE: v.optional(v.picklist(dataModes), 'live'),
  /** Address of the operator's Data API, or of a mirror. */
  RTE_BASE_URL: v.optional(BaseUrl, rte.baseUrl),
  /** Application on data.rte-france.com that is subscribed to the APIs below; needed in every mode but `open`. */
  RTE_CLIENT_ID: v.optional(Secret),
  /** The secret of this application. */
  RTE_CLIENT_SECRET: v.optional(Secret),
  /** Another application for one API, which the operator subscribes one by one; set both or none of a pair. */
  ...credentialEntries,
  /**
   * Address of a mirror of this open publisher. In live mode it also switches this fallback source on where `RTE_BASE_URL` is not the operator's own
   * address: a test installation never calls a publisher that it does not name.
   */
  ...openUrlEntries,
  /** `off`: in live mode no open source is asked: none replaces the operator's API when it fails, and imports have no mixes of the neighbours (docs/operate/open-sources.md). */
  OPEN_SPARES: v.optional(v.picklist(['on', 'off']), 'on'),
  /** `off`: the past is not loaded in the background; `bun run backfill` loads it (docs/operate/ingestion.md#the-first-start). */
  LOAD_PAST: v.optional(v.picklist(['on', 'off']), 'on'),
  /**
   * Harmonised minimum clearing price of the European day-ahead auction; a price below it is quarantined. The NEMO Committee announces a change some
   * weeks before: change the setting then. Prices that were quarantined come with the next poll, or with `bun run backfill --feed power_exchanges`.
   */
  DAY_AHEAD_PRICE_MIN_EUR_PER_MWH: v.optional(envInteger(-20_000, 0), String(dayAheadPriceLimits.min)),
  /** Harmonised maximum clearing price of the same auction; a price above it is quarantined. */
  DAY_AHEAD_PRICE_MAX_EUR_PER_MWH: v.optional(envInteger(1, 100_000), String(dayAheadPriceLimits.max)),
  /** Address of the agency's open data portal, or of a mirror. */
  EMISSION_FACTORS_BASE_URL: v.optional(BaseUrl, ademe.baseUrl),
  /** Address of the publisher of the yearly intensities of countries, or of a mirror. */
  COUNTRY_INTENSITIES_BASE_URL: v.optional(BaseUrl, ember.baseUrl),
  /**
   * Key of that publisher: Ember's own service requires one, a mirror may not. Without it the shipped values of 2024 stay in force, and `/api/status`
   * shows the failures.
   */
  COUNTRY_INTENSITIES_API_KEY: v.optional(Secret),
  /**
   * Address of a mirror of the energy regulator, whose files of regulated prices are read once a day from its own site otherwise. On demo and recorded
   * data only the demo upstream is asked, and where `RTE_BASE_URL` is not the operator's own address only the address of this setting.
   */
  REGULATED_PRICES_BASE_URL: OptionalUrl,
  /**
   * Server of the weather in the form of Open-Meteo: `https://api.open-meteo.com` (free, for non-commercial use only), `https://customer-api.open-meteo.com`
   * with `WEATHER_API_KEY`, or a server of your own; `off`: no weather is read (docs/operate/weather.md). On demo and recorded data only the demo
   * upstream is asked.
   */
  WEATHER_URL: v.optional(v.union([v.literal(off), BaseUrl]), off),
  /** Key of a customer of Open-Meteo. */
  WEATHER_API_KEY: v.optional(Secret),
  /**
   * Whole months for which every payload is kept at least; the payload of a stored value stays as long as the value
   * (docs/operate/size.md#size-and-retention).
   */
  RAW_RETENTION_MONTHS: v.optional(envInteger(1, 1_200), '12'),
  ...archiveEnv,
  PUBLIC_BASE_URL: programEnv.PUBLIC_BASE_URL,
  /** JSON file with another plan table, the same as the gateway's: alerts name shares of its quotas. */
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
    'MAILBOX_DIR only with DATA_MODE=demo',
  ),
  v.check(
    (env) => operatorApis.every((api) => hasWholePair(env, api)),
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
 * Datasets of open sources that are read: all in open mode, the fallback sources in live mode, none on invented or recorded data. A live installation
 * whose operator API has another address than the operator's own uses fallback sources only at addresses that are set.
 */
function openPublishersOf(env: Env): readonly OpenPublisherId[] {
  if (env.DATA_MODE === 'open') return openPublisherIds
  if (env.DATA_MODE !== 'live' || env.OPEN_SPARES === 'off') return []
  if (env.RTE_BASE_URL.href === new URL(rte.baseUrl).href) return openPublisherIds
  return openPublisherIds.filter((id) => env[publisherPolicies[id].baseUrlSetting] !== undefined)
}

/**
 * Whether a source is polled: the operator's API except in open mode, references always, and the datasets of open publishers with their publisher. On invented
 * or recorded data only those are polled which the operator's API does not have, and only from the upstream of the operator's feeds: no publisher ever gives a
 * row of such a database.
 */
export function isSourcePolled(env: Env, source: Source): boolean {
  if (source.publisher === 'rte') return env.DATA_MODE !== 'open'
  if (source.publisher === weatherPublisher.id) return isWeatherRead(env)
  if (source.publisher === pricePublisher.id) return arePricesRead(env)
  if (!isOpenSource(source)) return true
  if (isRealMode(env.DATA_MODE)) return openPublishersOf(env).some((id) => id === source.publisher)
  // Of a recorded grid only the regions are known: mixes of its neighbours would be invented.
  const isGiven = env.DATA_MODE === 'demo' ? ['regions', 'neighbour_mixes'] : ['regions']
  const isOfOwnUpstream = readBaseUrls(env)[source.publisher].origin === env.RTE_BASE_URL.origin
  return isOfOwnUpstream && source.gives?.some((content) => isGiven.includes(content)) === true
}

/** Prices of invented or recorded data come from their upstream too. A test installation in live mode never calls a publisher that it does not name. */
function arePricesRead(env: Env): boolean {
  const mirror = env.REGULATED_PRICES_BASE_URL
  if (!isRealMode(env.DATA_MODE)) return mirror?.origin === env.RTE_BASE_URL.origin
  return mirror !== undefined || env.DATA_MODE === 'open' || env.RTE_BASE_URL.href === new URL(rte.baseUrl).href
}

/** On invented or recorded data the weather comes from the upstream of the operator's feeds or not at all: that of the real sky would contradict them. */
function isWeatherRead(env: Env): boolean {
  if (env.WEATHER_URL === off) return false
  return isRealMode(env.DATA_MODE) || env.WEATHER_URL.origin === env.RTE_BASE_URL.origin
}
