import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** Runs statements in a process of its own, since lines go to standard output, and gives the lines that it wrote. */
async function linesOf(statements: string): Promise<Record<string, unknown>[]> {
  const program = `
    import { createLogger } from '@hexawatt/shared/telemetry/logger'
    import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
    import { createObserve, createRequestContext } from '${join(import.meta.dir, 'request-context.ts')}'
    let nowMs = 1_000_000
    const logger = createLogger('test', 'info')
    const metrics = createMetrics('gateway')
    const observe = createObserve({ logger, metrics, monotonicMs: () => nowMs })
    const uncounted = createRequestContext(new Request('http://x/v1/nothing'), null)
    function counted(refusedBy) {
      const quota = { refusedBy, minute: { limit: 1, remaining: 0, resetSeconds: 1 }, month: null, isLocal: false }
      return { ...uncounted, counted: { subject: { kind: 'account', id: 'a', requestsPerMinute: 1, month: null }, quota } }
    }
    function flood(times, context, status) {
      for (let sent = 0; sent < times; sent++) observe(context, status)
    }
    ${statements}
    const text = await metrics.text()
    const valueOf = (name) => Number(text.match(new RegExp('^' + name + '\\\\S* (\\\\d+)$', 'm'))?.[1])
    logger.info({ requests: valueOf('gateway_requests_total'), leftOut: valueOf('gateway_log_lines_dropped_total') }, 'end')`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', cwd: import.meta.dir })
  const output = await child.stdout.text()
  expect(await child.exited).toBe(0)
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const requestLines = (lines: readonly Record<string, unknown>[]) => lines.filter(({ msg }) => msg === 'request').length

test.each([
  ['for unknown paths', `uncounted, 404`],
  ['that a limit refuses', `counted('minute'), 429`],
])(
  'a flood of requests %s writes a bounded number of log lines, and logs how many were dropped',
  async (_, request) => {
    const lines = await linesOf(`
    flood(5_000, ${request})
    nowMs += 2_000
    flood(5_000, ${request})`)
    // A thousand at once, and a hundred for each second.
    expect(requestLines(lines)).toBe(1_200)
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([{ lines: 4_000 }])
    expect(lines.at(-1)).toMatchObject({ msg: 'end', requests: 10_000, leftOut: 8_800 })
  },
)

test('every counted and answered request has a log line, also during a flood', async () => {
  const lines = await linesOf(`
    flood(2_000, uncounted, 404)
    flood(2_000, counted(null), 200)`)
  expect(requestLines(lines)).toBe(3_000)
})
