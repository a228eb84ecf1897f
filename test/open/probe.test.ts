import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startOpenUpstream } from '@hexawatt/dev/test/testing/open-upstream.ts'
import { createClock } from '@hexawatt/shared/time/clock'
import { runFeedsCommand } from '@hexawatt/svc-ingest/src/cli/feeds-command.ts'
import type { Finding } from '@hexawatt/svc-ingest/src/first-contact/finding.ts'
import { isOpenSource, sources } from '@hexawatt/svc-ingest/src/sources/registry.ts'

let upstream: Awaited<ReturnType<typeof startOpenUpstream>>
beforeAll(async () => {
  upstream = await startOpenUpstream(createClock(0))
})
afterEach(() => upstream.faults.set([]))
afterAll(() => upstream.stop())

/** Runs the command as an operator does, with nothing but the addresses, in a process of its own. */
async function probe(settings: Record<string, string> = upstream.env) {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', join(import.meta.dir, '../../svc-ingest/src/cli/main.ts'), 'feeds', 'probe'],
    { env: { PATH: Bun.env['PATH'] ?? '', ...settings }, stdin: 'ignore', stderr: 'pipe' },
  )
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { out, err, exitCode: await child.exited }
}

/** Runs the command in this process: output and exit code are equal. */
async function findingsHere(): Promise<{ findings: Finding[]; exitCode: number }> {
  const { text, exitCode } = await runFeedsCommand(['probe', '--json'], upstream.env)
  return { findings: JSON.parse(text), exitCode }
}

async function differences(): Promise<Record<string, string[]>> {
  const { findings } = await findingsHere()
  return Object.fromEntries(
    findings.filter((one) => one.differences.length > 0).map((one) => [one.source, one.differences]),
  )
}

test('publishers that answer as expected give exit code 0, a line for each source, and their licences and limits', async () => {
  const { out, exitCode } = await probe()
  expect([exitCode, out.includes('Every source answers as expected.') || out]).toEqual([0, true])
  for (const { id } of sources.filter(isOpenSource)) expect(out).toContain(id)
  expect(out).toMatch(/odre_national +200 +application\/json .*limit 50000.*Licence Ouverte 2\.0 +yes/)
})

test('--json has what was found: newest slot, lag, texts among the numbers, limits', async () => {
  const { findings, exitCode } = await findingsHere()
  expect(exitCode).toBe(0)
  const national = findings.find(({ source }) => source === 'odre_national')
  expect(national).toMatchObject({ status: 200, publisher: 'odre', differences: [] })
  expect(national?.lagMinutes).toBeLessThan(120)
  expect(national?.textMembers).toContain('eolien_terrestre')
  expect(Object.keys(national?.rateLimits ?? {})).toContain('x-ratelimit-remaining')
  const regulated = findings.find(({ source }) => source === 'regulated_prices')
  expect(regulated?.form).toEqual([expect.stringContaining('DATE_DEBUT;DATE_FIN;P_SOUSCRITE')])
  expect(regulated?.values).toBeGreaterThan(10)
  const price = findings.find(({ source }) => source === 'energy_charts_price')
  expect([price?.licence?.includes('CC BY 4.0'), price?.deprecated]).toEqual([true, false])
})

test('each fault of a publisher is a difference at its source, and exit code 1', async () => {
  upstream.faults.set([
    { kind: 'renamed_column', subject: 'odre', column: 'nucleaire', pathContains: 'eco2mix-national-tr' },
    { kind: 'deprecated', subject: 'energy-charts', pathContains: '/price' },
    { kind: 'not_found_404', subject: 'energy-charts', pathContains: '/cbpf' },
    { kind: 'html_200', subject: 'rte-services' },
    { kind: 'error_500', subject: 'couleur-tempo' },
    { kind: 'renamed_column', subject: 'cre', column: 'PART_VARIABLE_TTC' },
  ])
  const found = await differences()
  expect(Object.keys(found).toSorted()).toEqual([
    'couleur_tempo_tariff',
    'energy_charts_flows',
    'energy_charts_price',
    'odre_national',
    'regulated_prices',
    'rte_services_tariff',
  ])
  expect(found['odre_national']?.join()).toContain('members missing: nucleaire')
  expect(found['energy_charts_price']?.join()).toContain('announces the end')
  expect(found['energy_charts_flows']?.join()).toContain('404')
  expect(found['rte_services_tariff']?.join()).toContain('content type text/html')
  expect(found['couleur_tempo_tariff']?.join()).toContain('500')
  expect(found['regulated_prices']?.join()).toContain('Option_Base.csv has no column PART_VARIABLE_TTC')
  const { out, exitCode } = await probe()
  expect(exitCode).toBe(1)
  expect(out).toContain('couleur_tempo_tariff: ')
})

test('a forecast that the publisher has not for France is no difference; stale rows are one', async () => {
  upstream.faults.set([
    { kind: 'not_found_404', subject: 'energy-charts', pathContains: '/public_power_forecast' },
    { kind: 'stale_rows', subject: 'odre', newerThanHours: 6, pathContains: 'eco2mix-national-tr' },
  ])
  const found = await differences()
  expect(Object.keys(found)).toEqual(['odre_national'])
  expect(found['odre_national']?.join()).toMatch(/newest slot ended \d+ min ago, expected at most 120/)
})

test('without a network every source is a difference, and an address that is none is refused by its setting', async () => {
  const { exitCode, text } = await runFeedsCommand(['probe'], upstream.envWithoutNetwork)
  expect([exitCode, text.includes('Every source')]).toEqual([1, false])
  const refused = await probe({ ...upstream.env, OPEN_ODRE_BASE_URL: 'not an address' })
  expect([refused.exitCode, refused.err]).toEqual([
    1,
    'OPEN_ODRE_BASE_URL is not a usable address: correct it or unset it.\n',
  ])
})
