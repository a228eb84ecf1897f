/** Requests by path and status, such as `GET /v1/outlook 200`. */
export type RequestCounts = Record<string, number>

/** A way to the gateway that counts what passes, and can be closed as if the product were down. Its address stays the same. */
export function startCountedWay(gatewayUrl: string) {
  let counts: RequestCounts = {}
  let open = 0
  const start = (port: number) =>
    Bun.serve({
      port,
      hostname: '127.0.0.1',
      async fetch({ url, method, headers }) {
        const { pathname, search } = new URL(url)
        open += 1
        const asked = fetch(`${gatewayUrl}${pathname}${search}`, { method, headers, decompress: false })
        const answer = await asked.finally(() => {
          open -= 1
        })
        const line = `${pathname} ${answer.status}`
        counts[line] = (counts[line] ?? 0) + 1
        return answer
      },
    })
  let server: ReturnType<typeof start> | null = start(0)
  const port = Number(server.port)
  const close = async () => {
    await server?.stop(true)
    server = null
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Counts since the last question. */
    take(): RequestCounts {
      const taken = counts
      counts = {}
      return taken
    },
    /** Whether a request waits for its answer. */
    isAsking: (): boolean => open > 0,
    close,
    open(): void {
      server ??= start(port)
    },
  }
}

/** Number of answers of a status, of all paths or of those that begin with one. */
export function sumCounts(counts: RequestCounts, status: number, prefix = '/'): number {
  const meant = Object.entries(counts).filter(([line]) => line.startsWith(prefix) && line.endsWith(` ${status}`))
  return meant.reduce((sum, [, count]) => sum + count, 0)
}
