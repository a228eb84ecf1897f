import { join, resolve } from 'node:path'
import { type DataMode, dataModes, isRealMode } from '@hexawatt/shared/grid/feeds'
import { createSql } from '@hexawatt/shared/postgres/client'
import { readDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import * as v from 'valibot'

export const repositoryRoot = resolve(import.meta.dir, '../../../..')

/** Folder in the project for everything that it creates at run time. */
export const projectFolder = join(repositoryRoot, '.hexawatt')

/** Data folder under root when the database's user cannot enter the project. */
export const systemFolder = '/var/lib/hexawatt'

/** Data folder of a mode: open and live data are both real and share one, whose name is older than open data. */
export function dataDirIn(folder: string, mode: DataMode): string {
  return join(folder, isRealMode(mode) ? 'live' : mode)
}

/** Where the data of a mode lie when no folder is chosen, and if the database's user can enter the project or not. */
export function defaultDataDirs(mode: DataMode): string[] {
  return [projectFolder, systemFolder].map((folder) => dataDirIn(folder, mode))
}

const Note = v.object({ mode: v.picklist(dataModes) })
const noteFile = (dataDir: string): string => join(dataDir, 'held-data.json')

/** Notes in a data folder that values of a mode have been served from it. */
export async function noteHeldData(dataDir: string, mode: DataMode): Promise<void> {
  await Bun.write(noteFile(dataDir), `${JSON.stringify({ mode })}\n`)
}

/** Longest wait for a database that the environment names, seconds; one that does not answer is refused later. */
const databaseTimeoutSeconds = 2

/** Mode of the data that an earlier start left: in the database that the environment names, else in the first folder that holds some; null = none. */
export async function heldMode(place: {
  databaseUrl: string | null
  dataDirs: readonly string[]
}): Promise<DataMode | null> {
  if (place.databaseUrl !== null) return stampOf(place.databaseUrl)
  for (const dataDir of place.dataDirs) {
    const text = await Bun.file(noteFile(dataDir))
      .text()
      .catch(() => '')
    const note = v.safeParse(v.pipe(v.string(), v.parseJson(), Note), text)
    if (note.success) return note.output.mode
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
