import { afterEach, describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { last, startAuditFixture, ticks } from './testing/audit-fixture.ts'

const fixture = stopAtEnd(await startAuditFixture())
afterEach(() => fixture.restore())

describe('an audit finds', () => {
  test('the audit finds every tampered column of a point', async () => {
    await fixture.tamperWith('score_points')
    const changes = {
      price_score_tenths: '1000 - price_score_tenths',
      carbon_score_tenths: '1000 - carbon_score_tenths',
      grid_score_tenths: '1000 - grid_score_tenths',
      adequacy_score_tenths: '1000 - adequacy_score_tenths',
      global_score: '100 - global_score',
      confidence: 'confidence - 1',
      fallbacks: "array['price']",
      known_dimensions: '15 - known_dimensions',
      carbon_slot_start: "carbon_slot_start - interval '1 hour'",
      production_g_co2eq_per_kwh: 'production_g_co2eq_per_kwh + 1e-9',
      consumption_g_co2eq_per_kwh: 'consumption_g_co2eq_per_kwh + 1e-9',
      low_carbon_pct: 'low_carbon_pct - 0.01',
      spot_price_eur_per_mwh: 'null',
      factor_set_id: 'factor_set_id + 1',
      'inputs.consumption': "jsonb_set(inputs, '{consumption,rows}', '7')",
      'inputs.imbalance': "inputs - 'imbalance'",
    }
    for (const [name, change] of Object.entries(changes)) {
      await fixture.sql.unsafe(
        `update score_points set ${name.split('.')[0]} = ${change} where at = '2026-02-03T10:00:00Z'`,
      )
      const { exitCode, out } = await fixture.audit('--at 2026-02-03T10:00:00Z')
      expect(out).toMatch(new RegExp(`^${name} +≠ `, 'm'))
      expect(exitCode).toBe(1)
      await fixture.sql.unsafe(`
        delete from score_points where at = '2026-02-03T10:00:00Z';
        insert into score_points select * from kept_score_points where at = '2026-02-03T10:00:00Z'`)
    }
  })

  test('the audit finds an availability that no slot of the payloads gives, and a confidence that does not follow from it', async () => {
    await fixture.tamperWith('score_points')
    // The hourly feed is silent: its availability has fallen.
    await fixture.sql`
      update score_points set inputs = jsonb_set(inputs, '{generation_by_type,phi}', '1') where at = ${last}`
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toMatch(/^generation_by_type is recorded with φ 1, payloads give 0\.\d+$/m)
    expect(exitCode).toBe(1)
    await fixture.sql`
      update score_points set inputs = jsonb_set(inputs, '{generation_by_type,phi}', '0.123') where at = ${last}`
    expect((await fixture.audit(`--at ${last}`)).out).toMatch(
      /^generation_by_type is recorded with φ 0\.123, payloads give 0\.\d+$/m,
    )
    // As after a poll that broke off: slots were stored, and the feed had never been received completely.
    await fixture.sql`
      update score_points set inputs = jsonb_set(inputs, '{generation_by_type,phi}', '0') where at = ${last}`
    const lower = await fixture.audit(`--at ${last}`)
    expect(lower.out).toContain(
      'generation_by_type counts with φ 0: slots that would give 0.4444444444444444 were stored',
    )
    // Its confidence is that of the quarter-hourly mix: of another feed every φ counts.
    expect(lower.out).not.toMatch(/^confidence +≠ /m)
    await fixture.sql`
      update score_points set inputs = jsonb_set(inputs, '{physical_flows,phi}', '0') where at = ${last}`
    expect((await fixture.audit(`--at ${last}`)).out).toMatch(/^confidence +≠ /m)
  })

  test('the audit finds a stored value that differs from its payload, and prints both', async () => {
    await fixture.tamperWith('feed_values')
    await fixture.sql`
      update feed_values set value = value + 1
      where feed = 'power_exchanges' and series = 'PRICE' and slot_start = '2026-02-03T13:00:00Z'`
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toMatch(/^power_exchanges PRICE \S+ for 2026-02-03T13:00:00Z to .* is stored .*, payload \d+ gives/m)
    expect(out).not.toMatch(/^price_score_tenths +≠/m)
    expect(exitCode).toBe(1)
  })

  test('the audit finds a moved or deleted slot, and a version whose time of receipt was changed', async () => {
    await fixture.tamperWith('feed_values')
    await fixture.sql`
      delete from feed_values where feed = 'consumption' and series = 'D-1' and slot_start = '2026-02-03T13:00:00Z'`
    const deleted = await fixture.audit(`--at ${last}`)
    expect(deleted.out.match(/^consumption D-1 .* is given by payload \d+ and is not stored$/gm)).toHaveLength(1)
    expect(deleted.exitCode).toBe(1)
    await fixture.sql`
      update feed_values set known_from = known_from - interval '1 hour'
      where feed = 'generation_by_type' and series = 'NUCLEAR' and slot_start = '2026-02-03T08:00:00Z'`
    const moved = await fixture.audit(`--at ${last}`)
    expect(moved.out).toContain(
      'is stored as known from 2026-02-03T09:08:20Z and was first fetched at 2026-02-03T10:08:20Z',
    )
    expect(moved.exitCode).toBe(1)
  })

  test('the audit finds a document that differs from its payload', async () => {
    await fixture.tamperWith('feed_documents')
    await fixture.sql`
      update feed_documents set body = jsonb_set(body, '{installedCapacityMw}', '1')
      where feed = 'generation_unavailabilities'`
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toMatch(/^generation_unavailabilities .*"installedCapacityMw":1[,}].* payload \d+ gives/m)
    expect(exitCode).toBe(1)
  })

  test('the audit finds a payload with an altered body, whether its SHA-256 was changed along with it or not', async () => {
    const id = await fixture.payloadOf('power_exchanges')
    await fixture.tamperWith('raw_payloads')
    const [row] = await fixture.sql<{ bodyZstd: Uint8Array<ArrayBuffer> }[]>`
      select body_zstd from raw_payloads where id = ${id}`
    const text = new TextDecoder().decode(await Bun.zstdDecompress(row?.bodyZstd ?? new Uint8Array()))
    const forged = Buffer.from(text.replaceAll(/"price":(-?)(\d)/g, '"price":$11$2'))
    const body = await Bun.zstdCompress(forged)
    await fixture.sql`update raw_payloads set body_zstd = ${body} where id = ${id}`
    const oldHash = await fixture.audit(`--at ${last}`)
    expect(oldHash.out).toContain(`payload ${id} of power_exchanges does not have the SHA-256 it was archived with`)
    expect(oldHash.exitCode).toBe(1)
    const sha256 = Buffer.from(new Bun.CryptoHasher('sha256').update(forged).digest())
    await fixture.sql`update raw_payloads set content_sha256 = ${sha256} where id = ${id}`
    const ownHash = await fixture.audit(`--at ${last}`)
    expect(ownHash.out).toMatch(/^price_score_tenths +≠/m)
    expect(ownHash.out).toMatch(/^power_exchanges PRICE .* is stored .*, payload \d+ gives/m)
    expect(ownHash.exitCode).toBe(1)
  })

  test('the audit finds a payload that is missing from the archive, and a row without a payload', async () => {
    const id = await fixture.payloadOf('generation_forecast')
    await fixture.tamperWith('raw_payloads')
    await fixture.sql`delete from raw_payloads where id = ${id}`
    const missing = await fixture.audit(`--at ${last}`)
    expect(missing.out).toContain(`payload ${id} of generation_forecast is not in the archive`)
    expect(missing.exitCode).toBe(1)
    await fixture.sql`
      insert into raw_payloads select id, source, content_sha256, ${Buffer.from('no zstd')}::bytea, 7, first_fetched_at, asked
      from kept_raw_payloads where id = ${id}`
    const unreadable = await fixture.audit(`--at ${last}`)
    expect(unreadable.out).toContain(`payload ${id} of generation_forecast cannot be read`)
    expect(unreadable.exitCode).toBe(1)
  })

  test('the audit does not compare a point of another methodology version', async () => {
    await fixture.tamperWith('score_points')
    await fixture.sql`update score_points set carbon_version = 2 where at = ${last}`
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(out).toContain('computed by other versions of the methodology: carbon 2 (this program: 1)')
    expect(out).toEndWith('Not comparable.')
    expect(exitCode).toBe(1)
    await fixture.sql`delete from score_points where at < '2026-02-03T13:00:00Z'`
    const sampled = await fixture.audit('--sample 100 --seed 1')
    expect(sampled.out).toContain('2 equal, 0 different, 1 not comparable')
    expect(sampled.exitCode).toBe(1)
  })

  test('a sample prints one line for each difference', async () => {
    await fixture.tamperWith('score_points')
    await fixture.sql`update score_points set global_score = 100 - global_score where at = ${last}`
    const { exitCode, out } = await fixture.audit('--sample 100 --seed 1')
    expect(out).toMatch(new RegExp(`^${last} global_score: stored \\d+, recomputed \\d+$`, 'm'))
    expect(out).toContain(`${ticks - 1} equal, 1 different, 0 not comparable`)
    expect(exitCode).toBe(1)
  })
})
