import { runCommand } from '@hexawatt/dev/src/commands/run-command.ts'

/** What the ingestion has written: a digest of each payload and of its values, and the instant of each point, which later data may correct. */
export type StoredPoints = ReadonlyMap<string, string>

const statement = `
  select 'payload ' || id, encode(content_sha256, 'hex') from raw_payloads
  union all
  select 'values of ' || payload_id, count(*) || ' ' || sum(hashtextextended(f::text, 0)) from feed_values f group by payload_id
  union all
  select 'point ' || at, '' from score_points`

/** Reads them on the primary, past every pool. @param container of the primary */
export async function readStoredPoints(container: string): Promise<StoredPoints> {
  const command = `PGPASSWORD=$PATRONI_SUPERUSER_PASSWORD psql -h 127.0.0.1 -U postgres -d hexawatt -AtF '=' -c "${statement}"`
  const lines = (await runCommand(['docker', 'exec', container, 'bash', '-c', command])).split('\n')
  return new Map(lines.map((line) => [line.split('=', 1)[0] ?? '', line]))
}

/** How many of the earlier ones are missing or differ now. */
export function countLost(earlier: StoredPoints, now: StoredPoints): number {
  return [...earlier].filter(([key, digest]) => now.get(key) !== digest).length
}
