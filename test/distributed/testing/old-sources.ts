import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../../..')

/** A folder with the sources of a former commit and the packages that it locked; else why there is none. */
type OldSources = { folder: string; missing: null } | { folder: null; missing: string }

/**
 * Takes the sources of a commit out of the history and installs its packages, once for all runs. Without the history or the package registry the
 * reason is printed.
 */
export async function findOldSources(commit: string): Promise<OldSources> {
  const folder = join(root, `.hexawatt/cache/sources-${commit}`)
  // The folder has this name when it is complete only.
  const isThere = await Bun.file(join(folder, 'package.json')).exists()
  const missing = isThere ? null : await makeSources(commit, folder)
  if (missing === null) return { folder, missing }
  console.warn(`SKIPPED: ${missing}`)
  return { folder: null, missing }
}

/** @returns what is missing; null when the folder was made */
async function makeSources(commit: string, folder: string): Promise<string | null> {
  const draft = `${folder}-${process.pid}`
  const archive = `${draft}.tar`
  await mkdir(draft, { recursive: true })
  try {
    if (!(await run(['git', 'archive', `--output=${archive}`, commit], root))) {
      return `the history of this checkout does not hold ${commit}: clone it with its history`
    }
    if (!(await run(['tar', '--extract', `--file=${archive}`], draft))) return 'the program tar is not there'
    if (!(await run([process.execPath, 'install', '--frozen-lockfile'], draft))) {
      return `the packages of ${commit} could not be installed: is the package registry reachable?`
    }
    await mkdir(dirname(folder), { recursive: true })
    await rename(draft, folder)
    return null
  } finally {
    await Promise.all([rm(draft, { recursive: true, force: true }), rm(archive, { force: true })])
  }
}

async function run(command: string[], cwd: string): Promise<boolean> {
  try {
    return (await Bun.spawn(command, { cwd, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).exited) === 0
  } catch {
    // The program is not installed.
    return false
  }
}
