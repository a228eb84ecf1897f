import { envInteger, readBy } from '@hexawatt/shared/config/parse-env'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readDataMode, stampTimeoutMs } from '@hexawatt/shared/postgres/data-stamp-store'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import * as v from 'valibot'

const maxLength = 300

/** A line of text, as it stands on the page. */
const Line = v.optional(
  v.pipe(v.string(), v.trim(), v.minLength(1, 'a text'), v.maxLength(maxLength, `at most ${maxLength} characters`)),
)

/** Who publishes the site, for the legal notice; what is not set is not invented (docs/operate/legal-pages.md). */
export const publisherEnv = {
  /** Person or company that publishes this site (docs/operate/legal-pages.md). */
  PUBLISHER_NAME: Line,
  /** Legal form, capital and registration number of the publisher, such as `SAS au capital de 1 000 €, RCS Paris 123 456 789`. */
  PUBLISHER_REGISTRATION: Line,
  /** Postal address of the publisher. */
  PUBLISHER_ADDRESS: Line,
  /** How to reach the publisher: an e-mail address, or an `https` address. */
  PUBLISHER_CONTACT: v.optional(readBy(readContact)),
  /** Telephone number of the publisher. */
  PUBLISHER_PHONE: Line,
  /** The person who is responsible for what is published. */
  PUBLICATION_DIRECTOR: Line,
  /** Company that hosts this installation: name, address and telephone number. */
  HOSTING_PROVIDER: Line,
  /** Days for which the operator's system keeps the logs of the programs, for the privacy page. */
  LOGS_KEPT_DAYS: v.optional(envInteger(0, 3_660)),
  /** Where to report a vulnerability, an e-mail or `https` address, for `/.well-known/security.txt`; by default `PUBLISHER_CONTACT`. */
  SECURITY_CONTACT: v.optional(readBy(readContact)),
}

const PublisherEnv = v.object(publisherEnv)
export type Publisher = v.InferOutput<typeof PublisherEnv>

/** An address to write to, a URI of the scheme `mailto:` or `https:`, and how a reader sees it. */
export type Contact = { href: string; text: string }

/** @throws an Error that says what is accepted */
function readContact(text: string): Contact {
  const address = text.trim().replace(/^mailto:/i, '')
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(address) && address.length <= maxLength) {
    return { href: `mailto:${encodeURI(address)}`, text: address }
  }
  const url = /^https:\/\/\S+$/.test(address) ? URL.parse(address) : null
  if (url !== null) return { href: url.href, text: address }
  throw new Error('an e-mail address, or an https address')
}

/** Where to report a vulnerability; undefined = the operator has stated no contact, and none is invented. */
export const findSecurityContact = (publisher: Publisher): Contact | undefined =>
  publisher.SECURITY_CONTACT ?? publisher.PUBLISHER_CONTACT

/** Warns the operator of an installation on the internet, whose address is `https:`, that it names no address for reports of vulnerabilities. */
export function warnOfMissingSecurityContact(
  publisher: Publisher,
  publicBaseUrl: string,
  logger: Pick<Logger, 'warn'>,
): void {
  if (findSecurityContact(publisher) !== undefined || !publicBaseUrl.startsWith('https:')) return
  const settings = ['SECURITY_CONTACT', 'PUBLISHER_CONTACT']
  logger.warn(
    { settings },
    'no contact for reports of vulnerabilities, hence no security.txt: set one of these settings',
  )
}

/** Settings that French law asks of every professional publisher. */
const legallyRequired = [
  'PUBLISHER_NAME',
  'PUBLISHER_ADDRESS',
  'PUBLISHER_CONTACT',
  'PUBLISHER_PHONE',
  'PUBLICATION_DIRECTOR',
  'HOSTING_PROVIDER',
] as const satisfies readonly (keyof Publisher)[]

/** Warns the operator of a public installation that its legal notice is incomplete. Other modes are for trying out. */
export async function warnOfMissingPublisher(
  publisher: Publisher,
  sql: Sql,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const missing = legallyRequired.filter((name) => publisher[name] === undefined)
  if (missing.length === 0) return
  const mode = await withTimeout(stampTimeoutMs, readDataMode(sql)).catch(() => null)
  if (mode === 'live')
    logger.warn({ settings: missing }, 'the legal notice of the site is incomplete: set these settings')
}
