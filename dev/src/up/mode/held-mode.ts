import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { createSql } from '@hexawatt/shared/postgres/client'
import { readDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { readRunFile } from '../data-folder/run-file.ts'

/** Longest wait for a database that the environment names, seconds; a database that does not answer is refused later. */
const databaseTimeoutSeconds = 2

/** Mode of the data that an earlier start left: in the database that the environment names, else in the first folder that holds some; null = none. */
export async function readHeldMode(place: {
  databaseUrl: string | null
  dataDirs: readonly string[]
}): Promise<DataMode | null> {
  if (place.databaseUrl !== null) return stampOf(place.databaseUrl)
  for (const dataDir of place.dataDirs) {
    const { servedMode } = await readRunFile(dataDir)
    if (servedMode !== null) return servedMode
  }
  return null
}

/** The stamp of a database; null when it is empty, older than stamps, or does not answer. */
async function stampOf(databaseUrl: string): Promise<DataMode | null> {
  const sql = createSql(databaseUrl, 'up', 1)
  try {
    return await Promise.race([
      readDataMode(sql).catch(() => null),
      Bun.sleep(databaseTimeoutSeconds * 1_000).then(() => null),
    ])
  } finally {
    void sql.end({ timeout: 0 }).catch(() => undefined)
  }
}
