import { join } from 'node:path'
import { runToEnd } from '../../commands/run-command.ts'
import { listFiles } from '../context/artefacts.ts'
import { type ReleaseContext, runStepCommand } from '../context/release-context.ts'
import { ReleaseError } from '../context/release-error.ts'
import { isMajor } from '../version/semantic-version.ts'
import { images } from './images.ts'

/**
 * Compares the OpenAPI document with that of the last release, and writes it: as a file of the release, and as the document that later changes are compared
 * with.
 *
 * @returns name of the file
 * @throws ReleaseError when a change is not additive and the major version does not rise
 */
export async function writeInterface({ tree, env, folder, version, mode }: ReleaseContext): Promise<string[]> {
  const name = `hexawatt-openapi-${version}.json`
  const command = ['shared/src/openapi/changes/release-document.ts', '--out', join(folder, name), '--release', version]
  const options = [...(isMajor(version) ? ['--breaking'] : []), ...(mode === 'artefacts' ? ['--check'] : [])]
  await runStepCommand([process.execPath, ...command, ...options], {
    folder: tree,
    env,
    remedy: 'Take the change back, or release a major version: docs/guide/deprecation.md.',
  })
  return [name]
}

/** Options that name the images of this version that the engine has: Debian's packages are read from them. */
async function nameBuiltImages(env: ReleaseContext['env'], version: string): Promise<string[]> {
  const options = images.map(async ({ name, sbomOption }) => {
    const { exitCode } = await runToEnd(['docker', 'image', 'inspect', `${name}:${version}`], { env })
    return exitCode === 0 ? [sbomOption, `${name}:${version}`] : []
  })
  return (await Promise.all(options)).flat()
}

/**
 * Writes the lists of what images and packages are made of (CycloneDX).
 *
 * @returns names of the files
 */
export async function writeSboms({ tree, env, folder, version }: ReleaseContext): Promise<readonly string[]> {
  const generator = 'dev/src/release/sbom/write-sbom.ts'
  const before = await listFiles(folder)
  await runStepCommand([process.execPath, generator, folder, version, ...(await nameBuiltImages(env, version))], {
    folder: tree,
    env,
    remedy: `Fix ${generator}.`,
  })
  const written = (await listFiles(folder)).filter((name) => !before.includes(name))
  if (written.length === 0) throw new ReleaseError('No SBOM was written.', `Fix ${generator}.`)
  return written
}
