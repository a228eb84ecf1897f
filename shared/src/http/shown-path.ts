import { hideApiKeys } from '../telemetry/hide-api-keys.ts'

/** Longest path that is shown in problems, logs and traces, characters. */
const maxShownPath = 256

/** The path as it may be logged and shown: bounded, without its query, and without a key pasted into it. Never throws. */
export function shownPath({ url }: Request): string {
  const [path = ''] = url.slice(pathStartOf(url)).split('?', 1)
  return hideApiKeys(path.slice(0, maxShownPath))
}

/**
 * Where the path begins in the address of a request. Where a client sends no host, or none that could be one, the server gives the path
 * alone, which is no URL.
 */
export function pathStartOf(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}
