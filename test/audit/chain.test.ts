import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { last, startAuditFixture, ticks } from './testing/audit-fixture.ts'

const root = join(import.meta.dir, '../..')

const fixture = stopAtEnd(await startAuditFixture())
afterEach(() => fixture.restore())

describe('the chain', () => {
  test('the chain is what psql and sha256sum make of the statement in docs/operate/audit.md', async () => {
    const audit = await Bun.file(join(root, 'docs/operate/audit.md')).text()
    const statement = audit.match(/```sql\n(select [^`]*)```/)?.[1] ?? ''
    const lines = await fixture.sql.unsafe(statement.replaceAll(':day', '2026-02-03')).values()
    expect(lines).toHaveLength(ticks)
    const text = ['0'.repeat(64), ...lines.map(([line]) => line), ''].join('\n')
    const digest = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    expect((await fixture.audit('--chain')).out).toBe(`2026-02-03  ${ticks} points  ${digest}`)
  })

  test('the digest of points of version 1 of the score is what it was before known dimensions were stored', async () => {
    await fixture.tamperWith('score_points')
    await fixture.sql`update score_points set score_version = 1, known_dimensions = null`
    const audit = await Bun.file(join(root, 'docs/operate/audit.md')).text()
    const former = audit.match(/jsonb_build_array\([^`]*?US"Z"'\)\)/)?.[0] ?? ''
    const lines = await fixture.sql.unsafe(`select (${former})::text from score_points order by at`).values()
    const text = ['0'.repeat(64), ...lines.map(([line]) => line), ''].join('\n')
    const digest = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    expect((await fixture.audit('--chain')).out).toBe(`2026-02-03  ${ticks} points  ${digest}`)
  })

  test('a change of any stored column changes the chain of its day and of all later days', async () => {
    const changed = '2026-02-03T10:00:00Z'
    await fixture.tamperWith('score_points')
    await fixture.sql`
      insert into score_points select * from jsonb_populate_record(
        (select p from score_points p where at = ${last}), '{"at": "2026-02-05T00:00:00Z"}')`
    const before = (await fixture.audit('--chain')).out.split('\n')
    expect(before.map((line) => line.slice(0, 22))).toEqual([`2026-02-03  ${ticks} points `, '2026-02-05  1 points  '])
    expect((await fixture.audit('--chain --from 2026-02-05 --to 2026-02-06')).out).toBe(before[1] ?? 'no second day')
    const columns = await fixture.sql<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns where table_name = 'score_points'`
    expect(columns).toHaveLength(22)
    const seen = new Set([before[1]])
    for (const { name, type } of columns) {
      await fixture.sql.unsafe(`update score_points set ${name} = ${otherValue(name, type)} where at = '${changed}'`)
      seen.add((await fixture.audit('--chain')).out.split('\n')[1])
      await fixture.sql.unsafe(`
        delete from score_points where at in ('${changed}', '2026-02-03T00:00:00Z');
        insert into score_points select * from kept_score_points where at = '${changed}'`)
    }
    expect(seen.size).toBe(1 + columns.length)
    expect((await fixture.audit('--chain')).out.split('\n')).toEqual(before)
  })
})

/** SQL of a value that differs from the stored one of a column. */
function otherValue(name: string, type: string): string {
  // A point of version 1 would have no known dimensions.
  if (name === 'score_version') return 'score_version + 1'
  if (name === 'known_dimensions') return 'known_dimensions # 1'
  if (name === 'at') return "'2026-02-03T00:00:00Z'"
  if (name === 'provenance') return "'backfilled'"
  if (name === 'computed_at') return "computed_at + interval '1 microsecond'"
  if (type === 'jsonb') return `inputs || '{"more": 1}'`
  if (type === 'ARRAY') return "fallbacks || 'grid'::text"
  if (type.startsWith('timestamp')) return `${name} + interval '1 hour'`
  return type === 'double precision' ? `${name} * (1 + 1e-15)` : `${name} - 1`
}
