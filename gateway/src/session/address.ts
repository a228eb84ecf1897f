import { domainToASCII } from 'node:url'

/** Longest address, characters (RFC 5321). */
const maxAddressLength = 254
const maxLocalLength = 64

/** What a mail server without SMTPUTF8 takes before the `@`, without quotes. */
const localShape = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** At least two labels; the last is no number. */
const domainShape = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/

/**
 * An e-mail address in the one form under which its account is known: without spaces around it, compatible characters made one (NFKC), lower case, the
 * domain in ASCII. Dots and `+` before the `@` stay: what they mean is up to the mail server.
 *
 * @returns null when it is none
 */
export function normaliseAddress(text: string): string | null {
  // Longer texts are not worth the work.
  if (text.length > 4 * maxAddressLength) return null
  const address = text.normalize('NFKC').trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at < 1 || local.length > maxLocalLength || !localShape.test(local)) return null
  const domain = domainToASCII(address.slice(at + 1))
  const normalised = `${local}@${domain}`
  return domainShape.test(domain) && normalised.length <= maxAddressLength ? normalised : null
}
