import { domainToASCII } from 'node:url'

/** Longest address, characters (RFC 5321). */
const maxAddressLength = 254
const maxLocalLength = 64

/**
 * Characters before the `@` that a mail server without SMTPUTF8 accepts without quotes. `%`, `!`, `/` and `|` are excluded: old servers use them to forward a
 * message to another address, a file or a program, and many servers refuse them for that reason.
 */
const localShape = /^[a-z0-9#$&'*+=?^_`{}~-]+(?:\.[a-z0-9#$&'*+=?^_`{}~-]+)*$/

/**
 * A domain as people write it: letters, digits and marks of any script, hyphens, dots and joining characters. `domainToASCII` reads the host of a URL,
 * decodes `%70` and drops everything after `?`, `/` or `#`: those would make one address of two texts.
 */
const typedDomainShape = /^[\p{L}\p{N}\p{M}.\-\u3002\u00b7\u30fb\u200c\u200d]+$/u
/** At least two labels; the last is no number. */
const domainShape = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/

/**
 * An e-mail address in the one form under which its account is known: trimmed, compatible characters unified (NFKC), lower case, the domain in ASCII. The
 * sign-in library accepts exactly these addresses (`patches/`). Dots and `+` before the `@` stay: their meaning is up to the mail server.
 * @returns null when it is invalid
 */
export function normaliseAddress(text: string): string | null {
  // Longer texts are not worth the work.
  if (text.length > 4 * maxAddressLength) return null
  const address = text.normalize('NFKC').trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at < 1 || local.length > maxLocalLength || !localShape.test(local)) return null
  const typedDomain = address.slice(at + 1)
  const domain = typedDomainShape.test(typedDomain) ? domainToASCII(typedDomain) : ''
  const normalised = `${local}@${domain}`
  return domainShape.test(domain) && normalised.length <= maxAddressLength ? normalised : null
}
