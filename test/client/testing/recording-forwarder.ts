/** A request as it arrived. */
export type RecordedRequest = { method: string; address: string; headers: Record<string, string>; body: string }

/** A server that records every byte of its requests, and forwards them to an API. */
export function startRecordingForwarder(apiUrl: string) {
  const requests: RecordedRequest[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      requests.push({ method: request.method, address: pathname + search, headers, body: await request.text() })
      const answer = await fetch(`${apiUrl}${pathname}${search}`, { headers, redirect: 'manual' })
      const passed = new Headers(answer.headers)
      // The body has been decompressed.
      for (const name of ['content-encoding', 'content-length']) passed.delete(name)
      return new Response(answer.status === 304 ? null : await answer.arrayBuffer(), {
        status: answer.status,
        headers: passed,
      })
    },
  })
  return {
    url: server.url.origin,
    requests,
    /** Method and address of each request so far, which are then forgotten. */
    take: () => requests.splice(0).map(({ method, address }) => `${method} ${address}`),
    stop: () => server.stop(true),
  }
}
