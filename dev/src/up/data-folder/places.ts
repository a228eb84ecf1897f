import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type DataMode, isRealMode } from '@hexawatt/shared/grid/feeds'

export const repositoryRoot = resolve(import.meta.dir, '../../../..')

/** The file of a program's script: its bundle where the image for a home has one (deploy/image/home/bundle.ts), else the source. */
export function findScriptFile(script: string): string {
  const bundle = join(repositoryRoot, script.replace(/\.ts$/, '.js'))
  return existsSync(bundle) ? bundle : join(repositoryRoot, script)
}

/** Folder in the project for everything that it creates at run time. */
export const projectFolder = join(repositoryRoot, '.hexawatt')

/** Data folder under root when the database's user cannot enter the project. */
export const systemFolder = '/var/lib/hexawatt'

/** Data folder of a mode: open and live data are both real and share one, whose name is older than open data. */
export function makeDataDir(folder: string, mode: DataMode): string {
  return join(folder, isRealMode(mode) ? 'live' : mode)
}

/** Where the data of a mode lie when no folder is chosen, and if the database's user can enter the project or not. */
export function listDefaultDataDirs(mode: DataMode): string[] {
  return [projectFolder, systemFolder].map((folder) => makeDataDir(folder, mode))
}
