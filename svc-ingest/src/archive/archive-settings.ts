import { type EnvSource, readBy } from '@hexawatt/shared/config/parse-env'
import * as v from 'valibot'

/** Where the objects of the archive stand. */
type ObjectLocation = {
  bucket: string
  /** Start of every key: empty, or it ends with a slash. */
  prefix: string
  endpoint: string
  region: string
  /** False = the objects are only read: new payloads stand in Postgres, and nothing is removed. */
  isWritten: boolean
}

type Credentials = {
  accessKeyId: string
  secretAccessKey: string
  /** Null for permanent credentials. */
  sessionToken: string | null
}

export type ArchiveSettings = ObjectLocation & { credentials: Credentials }

/** The form of the address, for an operator's correction. It never holds credentials. */
const form = 's3://BUCKET[/PREFIX]?region=REGION, or s3://BUCKET[/PREFIX]?endpoint=https://HOST[&region=REGION]'

/** Region that is signed for where an endpoint is given without one, as most servers other than AWS expect it. */
const defaultRegion = 'us-east-1'

const parameters = ['endpoint', 'region', 'writes']
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** No character that is escaped in a URL, and no `.` or `..` that a server would resolve. */
const prefixPattern = /^(?!.*(^|\/)\.{1,2}(\/|$))[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/
const regionPattern = /^[a-z0-9-]{1,40}$/

/** Settings of the archive, in the environment of every program that stores or reads payloads. An empty text is a setting that is not set. */
export const archiveEnv = {
  /**
   * Object storage for the bodies of payloads, `s3://BUCKET/PREFIX?region=…` or `…?endpoint=…`; without it they are stored in Postgres
   * (docs/operate/archive.md).
   */
  ARCHIVE_URL: v.optional(readBy(readLocation), ''),
  /** Credentials for the bucket; `bun run audit` and `bun run archive` need them too. */
  AWS_ACCESS_KEY_ID: v.optional(v.string(), ''),
  /** The secret of these credentials. */
  AWS_SECRET_ACCESS_KEY: v.optional(v.string(), ''),
  /** The token of temporary credentials. */
  AWS_SESSION_TOKEN: v.optional(v.string(), ''),
}

type ArchiveEnv = v.InferOutput<ReturnType<typeof archiveSchema>>
const archiveSchema = () => v.object(archiveEnv)

/** Settings that are missing in addition to the address. */
export const missingCredentials = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in addition to ARCHIVE_URL'

/** Whether the credentials are there, if there is an address. */
export const hasCredentials = (env: ArchiveEnv): boolean =>
  env.ARCHIVE_URL === null || (env.AWS_ACCESS_KEY_ID !== '' && env.AWS_SECRET_ACCESS_KEY !== '')

/** The archive of checked settings; null when all payloads stand in Postgres. */
export function pickArchiveSettings(env: ArchiveEnv): ArchiveSettings | null {
  if (env.ARCHIVE_URL === null) return null
  const credentials = {
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN === '' ? null : env.AWS_SESSION_TOKEN,
  }
  return { ...env.ARCHIVE_URL, credentials }
}

/**
 * The archive of an environment, for a command that needs no other settings of svc-ingest.
 *
 * @throws Error with one sentence for the operator, which repeats no value
 */
export function readArchiveSettings(env: EnvSource): ArchiveSettings | null {
  const { success, output, issues } = v.safeParse(archiveSchema(), env)
  if (!success) throw new Error(`ARCHIVE_URL is not usable: expected ${issues[0].expected ?? form}.`)
  if (!hasCredentials(output)) throw new Error(`The archive is not usable: expected ${missingCredentials}.`)
  return pickArchiveSettings(output)
}

/** @throws Error that names the expected form */
function readLocation(text: string): ObjectLocation | null {
  if (text === '') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 's3:' || url.port !== '' || url.hash !== '') throw new Error(form)
  if (url.username !== '' || url.password !== '') throw new Error('no credentials in the address')
  const unknown = [...url.searchParams.keys()].some((name) => !parameters.includes(name))
  const [endpoint, region] = [url.searchParams.get('endpoint'), url.searchParams.get('region')]
  if (unknown || (endpoint === null && region === null)) throw new Error(form)
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!bucketPattern.test(url.hostname)) throw new Error('the name of a bucket after s3://')
  if (prefix !== '' && !prefixPattern.test(prefix)) throw new Error('a prefix of letters, digits and . _ - /')
  if (region !== null && !regionPattern.test(region)) throw new Error('a region such as eu-west-3')
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: endpoint === null ? `https://s3.${region}.amazonaws.com` : readEndpoint(endpoint),
    region: region ?? defaultRegion,
    isWritten: isWritten(url.searchParams.get('writes')),
  }
}

function readEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin) throw new Error('an endpoint such as https://s3.example.org, without path and credentials')
  return url.origin
}

function isWritten(text: string | null): boolean {
  if (text !== null && text !== 'on' && text !== 'off') throw new Error('writes=on or writes=off')
  return text !== 'off'
}
