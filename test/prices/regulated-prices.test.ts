import { afterEach, describe, expect, test } from 'bun:test'
import { contractsSnapshot } from '@hexawatt/shared/snapshot/contracts'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { auditPrices } from '@hexawatt/svc-ingest/src/audit/prices/audit-prices.ts'
import { runAuditCommand } from '@hexawatt/svc-ingest/src/cli/audit-command.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { retireMonth } from '@hexawatt/svc-ingest/src/maintenance/retention-store.ts'
import { startIngestFixture } from '../testing/ingest-fixture.ts'

const fixture = stopAtEnd(await startIngestFixture('2025-09-10T12:20:00Z'))
const { sql, faults, clock, deps } = fixture
const poller = createPoller(deps)
afterEach(() => faults.clear())

const failure = (work: Promise<void>): Promise<string | null> =>
  work.then(
    () => null,
    (error: Error) => error.message,
  )
/** Polls the three files a day after the poll before, and says why the poll failed. */
async function poll(): Promise<string | null> {
  clock.advance({ hours: 24 })
  return failure(poller.poll('regulated_prices'))
}

const countVersions = async (): Promise<number> => (await sql`select from regulated_prices`).length
async function readContracts() {
  const snapshot = await createSnapshotReader(deps).read(contractsSnapshot)
  return snapshot?.contracts ?? []
}
/** First days and prices of 6 kVA of a contract. */
async function readHistory(id: string): Promise<unknown[]> {
  const versions = (await readContracts()).filter((version) => version.id === id)
  return versions.map(({ from, to, prices }) => [from, to, Object.values(prices[0]?.eurPerKwh ?? {})])
}
async function countRefused(): Promise<number> {
  const text = await deps.metrics.text()
  const found = text.match(
    /^ingest_payload_elements_total\{source="regulated_prices",outcome="quarantined"[^}]*\} (\d+)/m,
  )
  return Number(found?.[1] ?? 0)
}

test('until a file was read there is no snapshot, and a file that is missing does not stop the two others', async () => {
  await poller.refreshLive()
  expect(await readContracts()).toEqual([])
  faults.set([{ kind: 'not_found_404', subject: 'cre', pathContains: 'Option_Base' }])
  expect(await poll()).toContain('404')
  expect(new Set((await readContracts()).map(({ id }) => id))).toEqual(new Set(['hphc', 'tempo']))
})

test('the files are archived under their names, every version names its payload, and the snapshot has the three contracts', async () => {
  expect(await poll()).toBeNull()
  const archived = await sql`select asked from raw_payloads where source = 'regulated_prices' order by asked`
  expect(archived.map(({ asked }) => asked)).toEqual([
    'file=Option_Base.csv',
    'file=Option_HPHC.csv',
    'file=Option_Tempo.csv',
  ])
  const unnamed = await sql`select from regulated_prices where payload_id not in (select id from raw_payloads)`
  expect(unnamed).toHaveLength(0)
  expect((await readHistory('base')).slice(-2)).toEqual([
    ['2025-02-01', '2025-08-01', [0.2016]],
    ['2025-08-01', null, [0.1952]],
  ])
  const tempo = (await readContracts()).findLast(({ id }) => id === 'tempo')
  expect(tempo).toMatchObject({
    certainty: 'official',
    offPeak: '22:00-06:00',
    prices: [{ minKva: null, maxKva: null }],
  })
  expect(tempo?.subscriptions.map(({ kva }) => kva)).toEqual([6, 9, 12, 15, 18, 30, 36])
})

test('the same files a day later write no version, and the snapshot keeps its instant', async () => {
  const before = await createSnapshotReader(deps).read(contractsSnapshot)
  const versions = await countVersions()
  expect(await poll()).toBeNull()
  expect(await countVersions()).toBe(versions)
  expect(await createSnapshotReader(deps).read(contractsSnapshot)).toEqual(before)
})

test('the status has the prices with publisher and licence', async () => {
  const status = await createSnapshotReader(deps).read(statusSnapshot)
  expect(status?.sources.find(({ id }) => id === 'regulated_prices')).toMatchObject({
    lastSuccess: '2025-09-13T12:20:00Z',
    expectedNext: '2025-09-14T12:20:00Z',
    source: 'cre',
    licence: expect.stringContaining('Licence Ouverte'),
    consecutiveFailures: 0,
    demo: true,
  })
})

test('a change of prices closes the row before in a further version, and adds the new one', async () => {
  clock.advance({ hours: 24 * 145 })
  expect(await poll()).toBeNull()
  expect((await readHistory('base')).slice(-2)).toEqual([
    ['2025-08-01', '2026-02-01', [0.1952]],
    ['2026-02-01', null, [0.19398]],
  ])
  const [six] = await sql`
    select count(*)::int as versions from regulated_prices
    where option = 'base' and subscribed_kva = 6 and valid_from = '2025-08-01'`
  expect(six?.['versions']).toBe(2)
})

describe('what is known stays, and the poll fails with the reason,', () => {
  test.each([
    [
      'a required column has another name',
      { kind: 'renamed_column', column: 'PART_VARIABLE_TTC' },
      'no column PART_VARIABLE_TTC',
    ],
    ['a required column is missing', { kind: 'absent_column', column: 'DATE_FIN' }, 'no column DATE_FIN'],
    ['a web page comes in its place', { kind: 'html_200' }, 'web page'],
    ['the file of before the change comes', { kind: 'former_file' }, 'lacks the prices from 2026-02-01'],
  ] as const)('when %s', async (_, fault, message) => {
    const [versions, history] = [await countVersions(), await readHistory('base')]
    faults.set([{ ...fault, subject: 'cre' }])
    expect(await poll()).toContain(message)
    expect(await readHistory('base')).toEqual(history)
    // A former file opens the row before again, which ends where the known one begins.
    if (fault.kind !== 'former_file') expect(await countVersions()).toBe(versions)
    const [status] = await sql`select last_error from source_status where source = 'regulated_prices'`
    expect(status?.['lastError']).toContain(message)
    faults.clear()
    expect(await poll()).toBeNull()
    expect(await readHistory('base')).toEqual(history)
  })
})

test.each([
  ['exchanged days and months', { kind: 'swapped_dates' }],
  ['prices in cents', { kind: 'prices_in_cents' }],
] as const)('%s are refused and counted, row by row, and never served', async (_, fault) => {
  const [history, refused] = [await readHistory('base'), await countRefused()]
  faults.set([{ ...fault, subject: 'cre' }])
  await poll()
  expect(await countRefused()).toBeGreaterThan(refused)
  expect(await readHistory('base')).toEqual(history)
  faults.clear()
  expect(await poll()).toBeNull()
})

test.each(['utf-8-bom', 'windows-1252', 'utf-16'] as const)('a file in %s is the same file', async (encoding) => {
  const [versions, refused] = [await countVersions(), await countRefused()]
  faults.set([{ kind: 'other_encoding', subject: 'cre', encoding }])
  expect(await poll()).toBeNull()
  expect([await countVersions(), await countRefused()]).toEqual([versions, refused])
})

describe('an audit of the prices', () => {
  const audit = () => auditPrices(deps)
  async function runCommand(): Promise<{ exitCode: number; out: string }> {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const exitCode = await runAuditCommand({ argv: ['--prices'], env: fixture.env, print, printProgress: print })
    return { exitCode, out: lines.join('\n') }
  }

  test('proves every stored version from the archived files, also after the retention of payloads', async () => {
    expect((await audit()).differences).toEqual([])
    await retireMonth(deps.sql, Temporal.PlainYearMonth.from('2025-09'))
    const { versions, differences } = await audit()
    expect([versions, differences]).toEqual([await countVersions(), []])
    expect(await runCommand()).toEqual({ exitCode: 0, out: expect.stringContaining('Equal.') })
  })

  test('finds a manipulated, an added and a deleted row', async () => {
    await sql`create table kept as table regulated_prices`
    const restore = () => sql.unsafe('delete from regulated_prices; insert into regulated_prices select * from kept')
    const newest = sql`option = 'base' and subscribed_kva = 6 and valid_from = '2026-02-01'`
    await sql`update regulated_prices set eur_per_kwh = '{"all": 0.1}' where ${newest}`
    expect((await runCommand()).out).toMatch(/base of 6 kVA from 2026-02-01, .*: stored all 0\.1, .* has all 0\.19398/)
    expect((await runCommand()).exitCode).toBe(1)
    await restore()
    await sql`
      insert into regulated_prices select option, 7, valid_from, valid_to, eur_per_month, eur_per_kwh, payload_id, known_from
      from regulated_prices where ${newest}`
    expect((await audit()).differences).toEqual([expect.stringMatching(/^base of 7 kVA .* has no such row$/)])
    await restore()
    await sql`delete from regulated_prices where ${newest}`
    expect((await audit()).differences.join()).toContain('base of 6 kVA from 2026-02-01: not stored')
    await restore()
    await sql`update regulated_prices set known_from = '2020-01-01T00:00:00Z' where ${newest}`
    expect((await audit()).differences).toEqual([expect.stringContaining('was first fetched at')])
    await restore()
    expect((await audit()).differences).toEqual([])
  })
})
