import { AppError, quoteInput } from '@hexawatt/shared/errors/app-error'
import { findPathStart } from '@hexawatt/shared/http/request-facts'

/** Path and query of a request, undecoded. */
export type RequestTarget = { path: string; query: string }

/** Longest path and query together, characters. */
export const maxTargetLength = 8_192

/**
 * Characters that a request target must not hold: anything but visible ASCII, which Bun leaves unencoded when the Host header is invalid, and the replacement
 * character, which Bun puts in place of bytes that are not UTF-8.
 */
const foreignCharacter = /[^\x21-\x7e]|%EF%BF%BD/g

/**
 * Gives the request a complete address. Without a valid `Host` header Bun's address is only the path, and Elysia, which looks for the first slash after
 * `http://`, would route by a part of the path. A proxy-style target, such as `https://host/path`, is completed the same way.
 */
export function completeAddress(request: Request): void {
  const { url } = request
  if (url.startsWith('http://')) return
  Object.defineProperty(request, 'url', { value: `http://-${url.slice(findPathStart(url))}` })
}

/**
 * Splits the address without building a URL object, which would be the most expensive step of a request.
 * @throws AppError `uri_too_long`; `invalid_parameter` for bytes that are not part of an address
 */
export function requestTarget(url: string): RequestTarget {
  const pathStart = findPathStart(url)
  if (url.length - pathStart > maxTargetLength) throw refuseLongAddress(url.length - pathStart)
  foreignCharacter.lastIndex = pathStart
  const foreign = foreignCharacter.exec(url)
  if (foreign !== null) throw refuseForeignByte(foreign[0], foreign.index - pathStart)
  const queryStart = url.indexOf('?', pathStart)
  if (queryStart === -1) return { path: url.slice(pathStart), query: '' }
  return { path: url.slice(pathStart, queryStart), query: url.slice(queryStart + 1) }
}

/** The refusal of an address. @param length of path and query, characters */
export function refuseLongAddress(length: number): AppError {
  return new AppError('uri_too_long', {
    detail: `The path and query have ${length} characters; at most ${maxTargetLength} are read.`,
  })
}

function refuseForeignByte(found: string, at: number): AppError {
  return new AppError('invalid_parameter', {
    detail: `The request target contains ${quoteInput(decodeURIComponent(found))} at character ${at + 1}; only visible ASCII characters are accepted, all others percent-encoded as UTF-8.`,
  })
}

/**
 * Client headers that are parsed or forwarded, and their longest length in characters: together with the longest address and the gateway's own headers they
 * fit into the 16 KiB that a service reads.
 */
const boundedHeaders = ['Accept', 'If-None-Match', 'If-Modified-Since'] as const
const maxHeaderLength = 2_048

/** @throws AppError `header_too_large` */
export function requireSmallHeaders(headers: Headers): void {
  for (const name of boundedHeaders) {
    const length = headers.get(name)?.length ?? 0
    if (length <= maxHeaderLength) continue
    throw new AppError('header_too_large', {
      detail: `The header ${name} has ${length} characters; at most ${maxHeaderLength} are read.`,
    })
  }
}
