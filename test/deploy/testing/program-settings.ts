import { UpstreamEnv } from '@hexawatt/dev/src/upstream/env.ts'
import { Env as GatewayEnv } from '@hexawatt/gateway/src/env.ts'
import { rolePasswordSettings } from '@hexawatt/shared/postgres/roles/program-roles'
import { Env as CarbonEnv } from '@hexawatt/svc-carbon/src/env.ts'
import { Env as HistoryEnv } from '@hexawatt/svc-history/src/env.ts'
import { Env as IngestEnv } from '@hexawatt/svc-ingest/src/env.ts'
import { Env as ScoreEnv } from '@hexawatt/svc-score/src/env.ts'
import { Env as WebEnv } from '@hexawatt/svc-web/src/env.ts'
import * as v from 'valibot'
import { readText } from './deploy-files.ts'

/** Environment variables that each script of the image reads. */
const schemas = {
  gateway: GatewayEnv,
  'svc-carbon': CarbonEnv,
  'svc-score': ScoreEnv,
  'svc-history': HistoryEnv,
  'svc-web': WebEnv,
  'svc-ingest': IngestEnv,
  upstream: UpstreamEnv,
  migrate: v.object({ DATABASE_URL: v.string(), ...rolePasswordSettings }),
} as const

/** Names of the six programs. */
export const programs = ['gateway', 'svc-carbon', 'svc-score', 'svc-history', 'svc-web', 'svc-ingest'] as const

/** Settings that the image of the separate programs, the last stage of the Dockerfile, brings along. */
export async function imageSettings(): Promise<Record<string, string>> {
  const lastStage = (await readText('Dockerfile')).split(/^FROM /m).at(-1) ?? ''
  const block = lastStage.match(/^ENV ((?:.*\\\n)*.*)$/m)?.[1] ?? ''
  return Object.fromEntries([...block.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
}

/**
 * What is wrong with the environment of a container: names that its program does not know, which would be without effect, and
 * settings that it would refuse to start with.
 */
export function settingProblems(
  script: string,
  settings: Record<string, string>,
  image: Record<string, string>,
): string[] {
  const schema = Object.entries(schemas).find(([name]) => name === script)?.[1]
  if (schema === undefined) return [`${script} is no program of the image`]
  const unknown = Object.keys(settings).filter((name) => !(name in schema.entries))
  const { issues = [] } = v.safeParse(schema, { ...image, ...settings })
  return [
    ...unknown.map((name) => `${script} does not know ${name}`),
    ...issues.map((issue) => `${script}: ${v.getDotPath(issue)}: ${issue.message}`),
  ]
}

/** Values that an operator would fill in, by name. */
export const exampleValues: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'a'.repeat(64),
  GATEWAY_DATABASE_PASSWORD: 'a1'.repeat(32),
  SVC_CARBON_DATABASE_PASSWORD: 'a2'.repeat(32),
  SVC_SCORE_DATABASE_PASSWORD: 'a3'.repeat(32),
  SVC_HISTORY_DATABASE_PASSWORD: 'a4'.repeat(32),
  SVC_WEB_DATABASE_PASSWORD: 'a5'.repeat(32),
  SVC_INGEST_DATABASE_PASSWORD: 'a6'.repeat(32),
  PATRONI_PASSWORD: '1'.repeat(64),
  REDIS_PASSWORD: '2'.repeat(64),
  INTERNAL_TOKEN: 'b'.repeat(64),
  INTERNAL_TOKEN_PREVIOUS: 'c'.repeat(64),
  ADDRESS_HASH_SECRET: 'd'.repeat(64),
  ALERT_RECEIVERS_ALLOWED: '192.168.1.0/24',
  ALERT_SIGNING_KEY: '4'.repeat(64),
  ALERT_SIGNING_KEY_PREVIOUS: '5'.repeat(64),
  SESSION_SECRET: '6'.repeat(64),
  ACCOUNTS: 'closed',
  OPERATOR_TOKEN: 'e'.repeat(64),
  OPERATOR_TOKEN_PREVIOUS: 'f'.repeat(64),
  DEMO_API_KEY: `hxw_${'0'.repeat(32)}`,
  DATABASE_URL: 'postgres://hexawatt:x@postgres:5432/hexawatt',
  DATABASE_READ_URL: 'postgres://hexawatt:x@replica:5432/hexawatt',
  REDIS_URL: 'redis://redis:6379',
  REDIS_MODE: 'sentinel',
  REDIS_MASTER_NAME: 'hexawatt',
  REDIS_SENTINEL_PASSWORD: '3'.repeat(64),
  LIMIT_REDIS_URL: 'redis://limits:26379',
  STRANGER_REDIS_URL: 'redis://anonymous:26379',
  QUEUE_REDIS_URL: 'redis://queues:26379',
  ZONE: 'FR',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: 'Hexawatt <account@example.org>',
  PUBLIC_BASE_URL: 'https://api.example.org',
  DRAIN_MS: '5000',
  RTE_CLIENT_ID: 'id',
  RTE_CLIENT_SECRET: 'secret',
  COUNTRY_INTENSITIES_API_KEY: 'key',
  COUNTRY_INTENSITIES_BASE_URL: 'https://mirror.example.org',
  REGULATED_PRICES_BASE_URL: 'https://mirror.example.org',
  WEATHER_URL: 'https://weather.example.org',
  WEATHER_API_KEY: 'key',
  UPGRADE_URL: 'https://example.org/plans',
  BILLING_WEBHOOK_SECRET: `whsec_${'1'.repeat(32)}`,
  BILLING_WEBHOOK_SECRET_PREVIOUS: `whsec_${'2'.repeat(32)}`,
  BILLING_PRICES: 'price_1:pro,price_2:scale',
  BILLING_CHECKOUT_URLS: 'pro=https://buy.example.org/1,scale=https://buy.example.org/2',
  BILLING_PORTAL_URL: 'https://buy.example.org/portal',
  PUBLISHER_NAME: 'Watt et Compagnie',
  PUBLISHER_REGISTRATION: 'SAS, RCS Paris 123 456 789',
  PUBLISHER_ADDRESS: '1 rue du Watt, 75013 Paris',
  PUBLISHER_CONTACT: 'contact@example.org',
  PUBLISHER_PHONE: '+33 1 23 45 67 89',
  PUBLICATION_DIRECTOR: 'A. Watt',
  HOSTING_PROVIDER: 'Nuages SAS, 2 rue du Nuage, 59000 Lille',
  LOGS_KEPT_DAYS: '14',
  SECURITY_CONTACT: 'https://example.org/security',
  RAW_RETENTION_MONTHS: '24',
  DAY_AHEAD_PRICE_MIN_EUR_PER_MWH: '-600',
  DAY_AHEAD_PRICE_MAX_EUR_PER_MWH: '5000',
  ARCHIVE_URL: 's3://payloads/hexawatt?region=eu-west-3',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.1',
}
