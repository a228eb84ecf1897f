import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOpenUpstream } from '@hexawatt/dev/test/testing/open-upstream.ts'
import { createClock } from '@hexawatt/shared/time/clock'
import { runFeedsCommand } from '@hexawatt/svc-ingest/src/cli/feeds-command.ts'
import { replayReport } from '@hexawatt/svc-ingest/src/first-contact/replay-report.ts'
import { type ReportPayload, readReport } from '@hexawatt/svc-ingest/src/first-contact/report.ts'
import { decodeSample } from '@hexawatt/svc-ingest/src/first-contact/sample-payload.ts'
import { isOpenSource, operatorSources, sources } from '@hexawatt/svc-ingest/src/sources/registry.ts'

/**
 * For the publishers it is evening: right after midnight in Paris they have no colours to be sampled yet. Their clock is never behind that of the command,
 * which is the machine's: the operator refuses windows that end in its future.
 */
const now = Temporal.Now.zonedDateTimeISO('Europe/Paris')
const offsetMs = Math.max(0, now.with({ hour: 18 }).epochMilliseconds - now.epochMilliseconds)

type Upstream = Awaited<ReturnType<typeof startOpenUpstream>>
let upstream: Upstream
let folder: string
let env: Record<string, string>
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-contact-'))
  file = join(folder, 'report.json')
  upstream = await startOpenUpstream(createClock(offsetMs))
  const { clientId, clientSecret } = upstream.credentials
  env = {
    ...upstream.env,
    RTE_BASE_URL: upstream.address,
    RTE_CLIENT_ID: clientId,
    RTE_CLIENT_SECRET: clientSecret,
  }
  await runFeedsCommand(['probe', '--report', file], env)
}, 120_000)
afterEach(() => upstream.faults.set([]))
afterAll(async () => {
  await upstream.stop()
  await rm(folder, { recursive: true })
})

const report = async () => JSON.parse(await Bun.file(file).text())

describe('a report', () => {
  test('has every source of both kinds with its form, and a sample of each payload', async () => {
    const { findings, payloads } = await report()
    const found = new Set(findings.map(({ source }: { source: string }) => source))
    for (const { id } of [...sources.filter(isOpenSource), ...operatorSources]) expect(found).toContain(id)
    const national = findings.find(({ source }: { source: string }) => source === 'odre_national')
    expect(national.form.join('\n')).toMatch(/^\[\]\.eolien_terrestre: (null \| )?string/m)
    expect(national.rateLimits['x-ratelimit-limit']).toBe('50000')
    const sampled = new Set(payloads.map(({ source }: { source: string }) => source))
    for (const { id } of [...sources.filter(isOpenSource), ...operatorSources]) expect(sampled).toContain(id)
    for (const { text } of payloads) expect(text.length).toBeLessThanOrEqual(200_000)
  })

  test('answers each of the twelve questions of docs/develop/first-contact.md, in its order', async () => {
    const { questions } = await report()
    const text = await Bun.file(join(import.meta.dir, '../../docs/develop/first-contact.md')).text()
    const documented = [...text.matchAll(/^\| (\d+) \| `([a-z0-9-]+)` \|/gm)].map(([, , id = '']) => id)
    expect(questions.map(({ id }: { id: string }) => id)).toEqual(documented)
    expect(documented).toHaveLength(12)
    for (const { id, evidence } of questions) expect([id, evidence.length > 0]).toEqual([id, true])
  })

  test('has no credential and no token, and names no setting', async () => {
    const text = await Bun.file(file).text()
    const { clientId, clientSecret } = upstream.credentials
    for (const secret of [clientId, clientSecret, btoa(`${clientId}:${clientSecret}`), 'Bearer ', 'DATABASE_URL']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    }
  })

  test('loses every credential and token that an answer repeats, also in base 64 and in a body that is cut', async () => {
    const token = 'token-of-the-echoing-operator'
    const { clientId, clientSecret } = upstream.credentials
    const basic = btoa(`${clientId}:${clientSecret}`)
    const operator = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        if (new URL(request.url).pathname.startsWith('/token'))
          return Response.json({ access_token: token, expires_in: 60 })
        const echo = {
          authorization: request.headers.get('authorization'),
          clientId,
          clientSecret,
          basic,
          other: btoa(token),
        }
        const body = request.url.includes('physical_flow') ? [`\u00e9${'x'.repeat(300_000)}`, echo] : echo
        return request.url.includes('consumption')
          ? new Response(Buffer.concat([Buffer.from([0xe9]), Buffer.from(JSON.stringify(echo))]))
          : Response.json(body)
      },
    })
    const echoed = join(folder, 'echoed.json')
    await runFeedsCommand(['probe', '--report', echoed], {
      ...env,
      ...upstream.envWithoutNetwork,
      RTE_BASE_URL: operator.url.href,
    })
    await operator.stop(true)
    const text = await Bun.file(echoed).text()
    const { payloads } = JSON.parse(text)
    const bodies = payloads.map((payload: ReportPayload) => Buffer.from(decodeSample(payload)).toString('latin1'))
    expect(bodies.length).toBeGreaterThan(10)
    for (const secret of [token, btoa(token), clientId, clientSecret, basic]) {
      expect([secret, [text, ...bodies].some((found) => found.includes(secret))]).toEqual([secret, false])
    }
    expect(bodies.join()).toContain('(removed)')
  })

  test('asks the operator each query once, and stops at a refusal of too many calls', async () => {
    upstream.faults.set([{ kind: 'rate_limited', subject: 'physical_flows', retryAfterSeconds: null }])
    const refused = join(folder, 'refused.json')
    const { exitCode } = await runFeedsCommand(['probe', '--report', refused], env)
    const { findings } = JSON.parse(await Bun.file(refused).text())
    const notAsked = findings.filter(({ differences }: { differences: string[] }) =>
      differences.join().includes('not asked'),
    )
    const after = operatorSources
      .slice(operatorSources.findIndex(({ id }) => id === 'physical_flows') + 1)
      .map(({ id }) => id)
    expect([exitCode, [...new Set(notAsked.map(({ source }: { source: string }) => source))]]).toEqual([1, after])
  }, 120_000)

  test('without credentials says that the operator was not asked; a file that cannot be written is one sentence', async () => {
    const open = join(folder, 'open.json')
    await runFeedsCommand(['probe', '--report', open], upstream.env)
    const { operator, payloads } = JSON.parse(await Bun.file(open).text())
    expect(operator).toContain('not asked')
    expect(payloads.filter(({ publisher }: { publisher: string }) => publisher === 'rte')).toEqual([])
    await expect(runFeedsCommand(['probe', '--report', folder], upstream.envWithoutNetwork)).rejects.toThrow(
      'cannot be written',
    )
  }, 120_000)
})

describe('a report is replayed', () => {
  test('by every reader, which finds what it found when the report was taken', async () => {
    const { text, exitCode } = await runFeedsCommand(['probe', '--replay', file], {})
    expect([exitCode, text.includes('Every reader reads its payload.') || text]).toEqual([0, true])
    const { findings } = await report()
    const whole = replayReport(readReport(await Bun.file(file).text())).filter(({ isCut }) => !isCut)
    const cut = replayReport(readReport(await Bun.file(file).text())).filter(({ isCut }) => isCut)
    expect(cut.filter(({ values }) => values === 0)).toEqual([])
    expect(cut.map(({ source }) => source)).toContain('odre_regional')
    expect(whole.length).toBeGreaterThan(20)
    for (const { source, path, values } of whole) {
      const counts = findings
        .filter((finding: { source: string; path: string }) => finding.source === source && finding.path === path)
        .map((finding: { values: number }) => finding.values)
      expect([source, counts.includes(values)]).toEqual([source, true])
    }
  })

  test('a payload that its reader refuses is named, with exit code 1; another file is refused in a sentence', async () => {
    const changed = join(folder, 'changed.json')
    const { payloads, ...rest } = await report()
    const renamed = payloads.map((payload: { source: string; text: string }) =>
      payload.source === 'rte_services_tariff' ? { ...payload, text: '{"colours":{}}' } : payload,
    )
    await Bun.write(changed, JSON.stringify({ ...rest, payloads: renamed }))
    const { text, exitCode } = await runFeedsCommand(['probe', '--replay', changed], {})
    expect([exitCode, text]).toEqual([1, expect.stringContaining('rte_services_tariff')])
    await Bun.write(changed, '{"format":"another"}')
    await expect(runFeedsCommand(['probe', '--replay', changed], {})).rejects.toThrow('is no report')
    await expect(runFeedsCommand(['probe', '--replay', join(folder, 'nowhere.json')], {})).rejects.toThrow(
      'cannot be read',
    )
  })
})
