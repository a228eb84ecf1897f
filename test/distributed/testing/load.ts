/** Longest a request may take, ms: longer than any time-out of the product. */
const requestTimeoutMs = 20_000
/** Requests under way at most; more are a drill that asks too much of its machine. */
const maxUnderWay = 4_000
/** How often due requests are sent, ms. */
const tickMs = 10

/** Requests of one account, and their rate. */
export type AccountLoad = {
  accountId: string
  /** null: without a key. */
  key: string | null
  perSecond: number
  /** Absent: the carbon intensity. */
  path?: string
  /** Whether requests share connections; absent: they do. */
  isKeptAlive?: boolean
}

/** One request as the client saw it. Times are ms of the monotonic clock. */
export type LoggedRequest = {
  accountId: string
  gateway: number
  sentAtMs: number
  endedAtMs: number
  /** 0: no answer. */
  status: number
  /** Code of the problem, or the error of the connection. */
  reason: string
}

export type Load = {
  log: readonly LoggedRequest[]
  /** Sends nothing more, and waits for running requests. */
  stop(): Promise<readonly LoggedRequest[]>
}

/**
 * Sends requests of many accounts to several gateways in turn, each account at its rate whatever is answered (an open loop), and logs every
 * one of them.
 *
 * @param urls addresses of the gateways; a gateway that leaves is taken out of the list
 */
export function startLoad(urls: readonly string[], accounts: readonly AccountLoad[]): Load {
  const log: LoggedRequest[] = []
  const underWay = new Set<Promise<void>>()
  const startedAtMs = performance.now()
  const sentOf = new Map<string, number>()
  let turn = 0

  async function send(account: AccountLoad): Promise<void> {
    const gateway = turn++ % urls.length
    const sentAtMs = performance.now()
    const { status, reason } = await ask(`${urls[gateway]}${account.path ?? '/v1/carbon/intensity'}`, account)
    log.push({ accountId: account.accountId, gateway, sentAtMs, endedAtMs: performance.now(), status, reason })
  }

  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAtMs) / 1_000
    for (const [index, account] of accounts.entries()) {
      // Accounts of one rate do not all ask at the same instant.
      const due = Math.floor(seconds * account.perSecond + index / accounts.length)
      for (let sent = sentOf.get(account.accountId) ?? 0; sent < due && underWay.size < maxUnderWay; sent += 1) {
        const sending = send(account).finally(() => underWay.delete(sending))
        underWay.add(sending)
        sentOf.set(account.accountId, sent + 1)
      }
    }
  }, tickMs)

  return {
    log,
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      return log
    },
  }
}

/** Never rejects: a drill counts connections without an answer. */
async function ask(
  url: string,
  { key, isKeptAlive = true }: Pick<AccountLoad, 'key' | 'isKeptAlive'>,
): Promise<{ status: number; reason: string }> {
  const headers: Record<string, string> = key === null ? {} : { 'x-api-key': key }
  try {
    const response = await fetch(url, {
      headers,
      keepalive: isKeptAlive,
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const text = await response.text()
    const reason = response.ok ? '' : (text.match(/"code":\s*"(\w+)"/)?.[1] ?? 'no problem')
    return { status: response.status, reason }
  } catch (error) {
    return { status: 0, reason: error instanceof Error ? `${error.name} ${error.message}`.slice(0, 80) : String(error) }
  }
}

/** Neither an answer nor a refusal by a limit. */
export const isFailed = ({ status }: LoggedRequest): boolean => status !== 200 && status !== 429

/** The log in numbers: `sent = served + refused + failed`. */
export function countRequests(log: readonly LoggedRequest[]) {
  const served = log.filter(({ status }) => status === 200).length
  const refused = log.filter(({ status }) => status === 429).length
  const failed = log.filter(isFailed)
  const serverErrors = failed.filter(({ status }) => status >= 500).length
  const reasons = new Map<string, number>()
  for (const { status, reason } of failed) {
    const name = `${status} ${reason}`
    reasons.set(name, (reasons.get(name) ?? 0) + 1)
  }
  const latencies = log.map(({ sentAtMs, endedAtMs }) => endedAtMs - sentAtMs).sort((a, b) => a - b)
  const quantile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0
  return {
    sent: log.length,
    served,
    refused,
    failed: failed.length,
    serverErrors,
    reasons: [...reasons].map(([name, count]) => `${count} × ${name}`).join(', '),
    medianMs: quantile(0.5),
    p99Ms: quantile(0.99),
    slowestMs: latencies.at(-1) ?? 0,
  }
}

/** The failed requests, in the order of the log: how long after the first request of the log it was sent, and how long it was under way, ms. */
export function failedRequests(log: readonly LoggedRequest[]) {
  const startedAtMs = Math.min(...log.map(({ sentAtMs }) => sentAtMs))
  return log.filter(isFailed).map(({ sentAtMs, endedAtMs, status, reason }) => ({
    afterMs: Math.round(sentAtMs - startedAtMs),
    tookMs: Math.round(endedAtMs - sentAtMs),
    status,
    reason,
  }))
}

const spanMs = 60_000

/**
 * The most that any account was certainly given in a span of 60 s: answers that began and ended within it, so that how long an answer was
 * under way makes no violation.
 */
export function mostAdmitted(log: readonly LoggedRequest[]): { admitted: number; accountId: string } {
  let most = { admitted: 0, accountId: '' }
  for (const [accountId, requests] of Map.groupBy(
    log.filter(({ status }) => status === 200),
    (request) => request.accountId,
  )) {
    const sent = requests.toSorted((a, b) => a.sentAtMs - b.sentAtMs)
    for (const [first, { sentAtMs }] of sent.entries()) {
      let admitted = 0
      for (let i = first; i < sent.length; i += 1) {
        const request = sent[i]
        if (request === undefined || request.sentAtMs >= sentAtMs + spanMs) break
        if (request.endedAtMs < sentAtMs + spanMs) admitted += 1
      }
      if (admitted > most.admitted) most = { admitted, accountId }
    }
  }
  return most
}
