/**
 * A problem of the service is the customer's to read, except when it is about the hop itself: the gateway knows the path
 * and the method, so these mean that token, principal or versions do not match.
 */
export function isPassableProblem({ status, headers }: { status: number; headers: Record<string, string> }): boolean {
  if (status === 401 || status === 404 || status === 405) return false
  return status >= 400 && (headers['content-type'] ?? '').startsWith('application/problem+json')
}
