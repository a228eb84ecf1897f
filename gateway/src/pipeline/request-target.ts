import { AppError } from '@hexawatt/shared/errors/app-error'
import { quoted } from '@hexawatt/shared/errors/quoted'
import { pathStartOf } from '@hexawatt/shared/http/shown-path'

/** Path and query of a request, as they stand in its address. */
export type RequestTarget = { path: string; query: string }

/** Longest path and query together, characters. */
export const maxTargetLength = 8_192

/**
 * What a request target may not hold: anything but visible ASCII, which the server leaves as it came when the Host is none, and the
 * replacement character, which it puts in place of bytes that are no UTF-8.
 */
const foreignCharacter = /[^\x21-\x7e]|%EF%BF%BD/g

/**
 * Takes the address apart without building a URL object, which would be the dearest step of a request.
 *
 * @throws AppError `uri_too_long`; `invalid_parameter` for bytes that are no part of an address
 */
export function requestTarget(url: string): RequestTarget {
  const pathStart = pathStartOf(url)
  if (url.length - pathStart > maxTargetLength) throw addressTooLong(url.length - pathStart)
  foreignCharacter.lastIndex = pathStart
  const foreign = foreignCharacter.exec(url)
  if (foreign !== null) throw foreignByte(foreign[0], foreign.index - pathStart)
  const queryStart = url.indexOf('?', pathStart)
  if (queryStart === -1) return { path: url.slice(pathStart), query: '' }
  return { path: url.slice(pathStart, queryStart), query: url.slice(queryStart + 1) }
}

/** The refusal of an address. @param length of path and query, characters */
export function addressTooLong(length: number): AppError {
  return new AppError('uri_too_long', {
    detail: `The path and query have ${length} characters; at most ${maxTargetLength} are read.`,
  })
}

function foreignByte(found: string, at: number): AppError {
  return new AppError('invalid_parameter', {
    detail: `The request target holds ${quoted(decodeURIComponent(found))} at character ${at + 1}; accepted are the visible ASCII characters, and anything else as percent-encoded UTF-8.`,
  })
}
