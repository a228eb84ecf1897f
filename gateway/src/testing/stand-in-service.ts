export type SeenRequest = { method: string; url: string; headers: Headers }

/** A service behind the gateway: it answers as the test defines and records its requests. */
export function startStandInService(answer: (request: Request) => Response | Promise<Response> = defaultAnswer) {
  const requests: SeenRequest[] = []
  let current = answer
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      // Copied: Bun forgets the headers of a request after its answer.
      requests.push({ method: request.method, url: request.url, headers: new Headers(request.headers) })
      return current(request)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    answerWith(next: (request: Request) => Response | Promise<Response>): void {
      current = next
    },
    stop: (): Promise<void> => server.stop(true),
  }
}
export type StandInService = ReturnType<typeof startStandInService>

function defaultAnswer(): Response {
  return Response.json({ from: 'service' }, { headers: { 'x-data-mode': 'demo', etag: 'W/"1"' } })
}
