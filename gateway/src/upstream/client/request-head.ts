/** Visible ASCII and blanks: nothing that could end a line. */
const safePattern = /^[\x20-\x7e]*$/

/** Path and query of a request: no blanks either, which would end them. */
const targetPattern = /^[\x21-\x7e]+$/

/** Whether a text can be sent as the value of a header without changing the request. */
export function isSafeValue(value: string): boolean {
  return safePattern.test(value)
}

/**
 * Checks that a request can be sent as it is, before a connection is opened for it.
 *
 * @param target path and query
 * @throws TypeError when something in it would end a line; what came from outside was checked long before
 */
export function requireSendable(target: string, headers: Readonly<Record<string, string>>): void {
  if (!targetPattern.test(target)) throw new TypeError('a request target holds what would end it')
  for (const name in headers) {
    if (!isSafeValue(headers[name] ?? '')) throw new TypeError(`header ${name} holds what would end it`)
  }
}

/**
 * The text of a GET request without a body.
 *
 * @throws TypeError as `requireSendable` does
 */
export function requestHead(target: string, host: string, headers: Readonly<Record<string, string>>): string {
  requireSendable(target, headers)
  let text = `GET ${target} HTTP/1.1\r\nhost: ${host}\r\n`
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  return `${text}\r\n`
}
