import { envInteger } from '@hexawatt/shared/config/parse-env'
import { programEnv, tracingEnv } from '@hexawatt/shared/config/program-env'
import { dataModes } from '@hexawatt/shared/grid/feeds'
import * as v from 'valibot'
import { credentialEntries, credentialName, operatorApis } from './upstream/credentials.ts'

const BaseUrl = v.pipe(
  v.string(),
  v.url('a URL'),
  v.transform((url) => new URL(url)),
)
const Secret = v.pipe(v.string(), v.minLength(1))

const Settings = v.object({
  DATABASE_URL: programEnv.DATABASE_URL,
  REDIS_URL: programEnv.REDIS_URL,
  INTERNAL_PORT: programEnv.INTERNAL_PORT,
  INTERNAL_HOST: programEnv.INTERNAL_HOST,
  CLOCK_OFFSET_MS: programEnv.CLOCK_OFFSET_MS,
  LOG_LEVEL: programEnv.LOG_LEVEL,
  ...tracingEnv,
  EXIT_WITH_STDIN: programEnv.EXIT_WITH_STDIN,
  /** Mode of the data; the database is stamped with it. */
  DATA_MODE: v.optional(v.picklist(dataModes), 'live'),
  /** The operator's Data API. */
  RTE_BASE_URL: v.optional(BaseUrl, 'https://digital.iservices.rte-france.com'),
  /** Application for every API without its own credentials. */
  RTE_CLIENT_ID: Secret,
  RTE_CLIENT_SECRET: Secret,
  /** Credentials of single APIs: the operator subscribes applications API by API. */
  ...credentialEntries,
  /** The agency's open data portal. */
  EMISSION_FACTORS_BASE_URL: v.optional(BaseUrl, 'https://data.ademe.fr'),
  /** Publisher of the yearly intensities; its service requires a key, a mirror may not. */
  COUNTRY_INTENSITIES_BASE_URL: v.optional(BaseUrl, 'https://api.ember-energy.org'),
  COUNTRY_INTENSITIES_API_KEY: v.optional(Secret),
  /** Least whole months that a payload is kept; the payload of a stored value is kept as long as the value. */
  RAW_RETENTION_MONTHS: v.optional(envInteger(1, 1_200), '12'),
})

export const Env = v.pipe(
  Settings,
  v.check(
    (env) => operatorApis.every((api) => !env[credentialName('ID', api)] === !env[credentialName('SECRET', api)]),
    'both parts of each pair RTE_CLIENT_ID_… and RTE_CLIENT_SECRET_…, or none',
  ),
)
export type Env = v.InferOutput<typeof Env>
