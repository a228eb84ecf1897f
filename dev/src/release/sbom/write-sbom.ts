import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { optional, word } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { text } from '@hexawatt/shared/command-line/value-kinds'
import { runToEnd } from '../../commands/run-command.ts'
import { readClientParts } from './client-sboms.ts'
import { writeDocument } from './document.ts'
import { type BuiltImages, readImageParts } from './image-sboms.ts'

/**
 * Writes an SBOM in CycloneDX JSON for each artefact of a release: both images and the three clients.
 *
 * @param root copy of the repository, at the commit of the release
 * @param folder created when missing; files of the same names are replaced
 * @param images built images, from which Debian's packages are read; without them the SBOMs of the images have none of these
 * @returns names of the written files, such as `hexawatt-home-1.0.0.cdx.json`
 * @throws Error when a licence is not allowed, a package has no hash, or an image cannot be read
 */
export async function writeSboms(
  root: string,
  folder: string,
  version: string,
  images: BuiltImages = {},
): Promise<string[]> {
  const parts = { ...(await readImageParts(root, version, images)), ...(await readClientParts(root, version)) }
  const at = await readCommitTime(root)
  await mkdir(folder, { recursive: true })
  const names: string[] = []
  for (const [name, contents] of Object.entries(parts)) {
    const file = `${name}-${version}.cdx.json`
    await Bun.write(join(folder, file), writeDocument({ ...contents, at }))
    names.push(file)
  }
  return names
}

/** Time of the commit: two runs on one commit give the same files. @throws Error outside of a git repository */
async function readCommitTime(root: string): Promise<Temporal.Instant> {
  const { exitCode, stdout } = await runToEnd(['git', 'log', '-1', '--format=%cI'], { folder: root })
  if (exitCode !== 0) throw new Error(`${root} is no git repository: an SBOM has the time of its commit.`)
  return Temporal.Instant.from(stdout.trim())
}

type Asked = { folder: string; version: string; image: string | null; homeImage: string | null }

const line: CommandLine<Asked> = {
  name: 'sbom',
  command: command({
    summary: 'Writes the SBOMs of a release.',
    examples: ['sboms 1.0.0', 'sboms 1.0.0 --image hexawatt:local --home-image hexawatt-home:local'],
    inputs: {
      folder: word(text('folder'), 'folder of the files'),
      version: word(text('version'), 'version of the release'),
      image: optional(text('name'), 'built image of the separate programs, from which Debian’s packages are read'),
      homeImage: optional(text('name'), 'built image for a home'),
    },
    read: (asked) => asked,
  }),
}

if (import.meta.main) {
  process.exitCode = await runCommandLine(
    line,
    process.argv.slice(2),
    async ({ folder, version, image, homeImage }) => {
      const root = resolve(import.meta.dir, '../../../..')
      const images = {
        ...(image === null ? {} : { hexawatt: image }),
        ...(homeImage === null ? {} : { 'hexawatt-home': homeImage }),
      }
      return (await writeSboms(root, resolve(folder), version, images)).join('\n')
    },
  )
}
