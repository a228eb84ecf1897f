/** Pause between two requests for each page, ms: fewer than the account pages of one address are limited to. */
const intervalMs = 400
/** Longest a page may take, ms: longer than any time-out of the product. */
const timeoutMs = 20_000

/** One request for a page as a browser saw it. Times are ms of the monotonic clock. */
export type SeenPage = {
  path: string
  sentAtMs: number
  endedAtMs: number
  /** 0: no answer. */
  status: number
  type: string
  retryAfterSeconds: number | null
}

/** Asks for pages, each again and again, until it is stopped. */
export function watchPages(url: string, paths: readonly string[]) {
  const seen: SeenPage[] = []
  let isStopped = false

  async function watch(path: string): Promise<void> {
    while (!isStopped) {
      seen.push(await askPage(url, path))
      await Bun.sleep(intervalMs)
    }
  }
  const watching = Promise.all(paths.map(watch))

  return {
    seen: seen as readonly SeenPage[],
    async stop(): Promise<readonly SeenPage[]> {
      isStopped = true
      await watching
      return seen
    },
  }
}

/** Never rejects: a drill counts pages without an answer. */
async function askPage(url: string, path: string): Promise<SeenPage> {
  const sentAtMs = performance.now()
  const answer = await fetch(`${url}${path}`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  const retryAfter = answer?.headers.get('retry-after') ?? null
  return {
    path,
    sentAtMs,
    endedAtMs: performance.now(),
    status: answer?.status ?? 0,
    type: answer?.headers.get('content-type')?.split(';', 1)[0] ?? '',
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  }
}
