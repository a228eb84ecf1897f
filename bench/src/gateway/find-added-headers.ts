/** Headers that every server writes by itself. */
const ownHeaders: ReadonlySet<string> = new Set(['connection', 'content-length', 'date', 'keep-alive', 'server'])

/**
 * Headers of the gateway's answer that the upstream did not send, so that a peer can be given the same.
 *
 * @throws when one of the two does not answer with 200
 */
export async function findAddedHeaders(
  gatewayPort: number,
  upstreamPort: number,
  key: string,
): Promise<Record<string, string>> {
  const path = '/v1/carbon/intensity'
  const [gateway, upstream] = await Promise.all([
    fetch(`http://127.0.0.1:${gatewayPort}${path}`, { headers: { 'x-api-key': key, 'accept-encoding': 'identity' } }),
    fetch(`http://127.0.0.1:${upstreamPort}${path}`),
  ])
  const [body, expected] = await Promise.all([gateway.text(), upstream.text()])
  if (gateway.status !== 200 || body !== expected) throw new Error(`the gateway answered ${gateway.status}: ${body}`)
  const added = [...gateway.headers].filter(([name]) => !ownHeaders.has(name) && !upstream.headers.has(name))
  return Object.fromEntries(added)
}
