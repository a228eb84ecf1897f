import { join } from 'node:path'
import {
  type DebianProgram,
  type FoundProgram,
  findDebianProgram,
} from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'

const cacheDir = join(import.meta.dir, '../../../.hexawatt/cache')

type Found<Name extends string> =
  | { programs: Record<Name, FoundProgram>; missing: null }
  | { programs: null; missing: string }

/** The programs of Debian that a drill starts; else why it cannot run on this machine, which is printed too. */
export async function findDrillPrograms<Name extends string>(
  wanted: Readonly<Record<Name, DebianProgram>>,
): Promise<Found<Name>> {
  const programs: Record<string, FoundProgram> = {}
  for (const name of Object.keys(wanted)) {
    const found = await findDebianProgram(cacheDir, wanted[name as Name])
    if ('missing' in found) {
      console.warn(`SKIPPED: ${found.missing}`)
      return { programs: null, missing: found.missing }
    }
    programs[name] = found
  }
  return { programs: programs as Record<Name, FoundProgram>, missing: null }
}
