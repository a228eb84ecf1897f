import { AppError } from '@hexawatt/shared/errors/app-error'
import { pathStartOf } from '@hexawatt/shared/http/shown-path'

/** Path and query of a request, as they stand in its address. */
export type RequestTarget = { path: string; query: string }

/** Longest path and query together, characters (the address is ASCII by then). */
const maxTargetLength = 8_192

/**
 * Takes the address apart without building a URL object, which would be the dearest step of a request.
 *
 * @throws AppError `uri_too_long`
 */
export function requestTarget(url: string): RequestTarget {
  const pathStart = pathStartOf(url)
  if (url.length - pathStart > maxTargetLength) {
    throw new AppError('uri_too_long', {
      detail: `The path and query have ${url.length - pathStart} characters; at most ${maxTargetLength} are read.`,
    })
  }
  const queryStart = url.indexOf('?', pathStart)
  if (queryStart === -1) return { path: url.slice(pathStart), query: '' }
  return { path: url.slice(pathStart, queryStart), query: url.slice(queryStart + 1) }
}
