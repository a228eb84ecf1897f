import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runCommand, runToEnd } from '@hexawatt/dev/src/commands/run-command.ts'
import { engine } from './engine.ts'

const repositoryRoot = resolve(import.meta.dir, '../../..')
const copiesFolder = join(repositoryRoot, '.hexawatt/containers')
/** Pins an image in a Dockerfile or a composition; local stand-ins have no digest. */
const digest = /@sha256:[0-9a-f]{64}/g
const namesImages = /(^|\/)(Dockerfile|docker-compose\.yml)$/

/**
 * Copies the sources of this checkout, as git would commit them, to a folder of their own. Their base images are those that this run has.
 *
 * @returns the folder
 */
export async function copySources(name: string): Promise<string> {
  const folder = await emptyFolder(name)
  const listing = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = (await runCommand(listing, { folder: repositoryRoot })).split('\0').filter((file) => file !== '')
  for (const file of files) {
    // A file that was deleted but not committed is listed too.
    if (await Bun.file(join(repositoryRoot, file)).exists()) await cp(join(repositoryRoot, file), join(folder, file))
  }
  await nameImages(folder, files)
  return folder
}

/**
 * Takes the sources of a former commit out of the history, to a folder of their own. Their base images are those that this run has.
 *
 * @returns the folder; null when the history of this checkout does not hold the commit
 */
export async function takeFormerSources(name: string, commit: string): Promise<string | null> {
  const folder = await emptyFolder(name)
  const archive = `${folder}.tar`
  const taken = await runToEnd(['git', 'archive', `--output=${archive}`, commit], { folder: repositoryRoot })
  if (taken.exitCode !== 0) return null
  await runCommand(['tar', '--extract', `--file=${archive}`], { folder })
  await rm(archive)
  const files = await Array.fromAsync(new Bun.Glob('**/{Dockerfile,docker-compose.yml}').scan({ cwd: folder }))
  await nameImages(folder, files)
  return folder
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join(copiesFolder, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** Names the base images that this run has, and own images of the tests instead of those that an operator has built here. */
async function nameImages(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files.filter((one) => namesImages.test(one))) {
    const path = join(folder, file)
    const text = (await readFile(path, 'utf8')).replaceAll(/image: hexawatt-(?=\w)/g, 'image: hexawatt-test-')
    await writeFile(path, engine.bases === 'pinned' ? text : text.replaceAll(digest, ''))
  }
}
