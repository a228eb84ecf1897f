import { join } from 'node:path'
import { runToEnd } from '../../commands/run-command.ts'
import { type ReleaseContext, runStepCommand } from '../context/release-context.ts'
import { ReleaseError } from '../context/release-error.ts'

/** Images of a release: the target of the Dockerfile, null for the last stage, and the option by which the writer of SBOMs takes the image. */
export const images = [
  { name: 'hexawatt', target: null, sbomOption: '--image' },
  { name: 'hexawatt-home', target: 'home', sbomOption: '--home-image' },
] as const

/**
 * Builds every image for this machine's processor, so that the release does not begin with one that cannot be built. The workflow of the tag builds those that
 * are published, for both processors.
 *
 * @returns a line on each image
 */
export async function buildImages({ tree, env, version }: ReleaseContext): Promise<string> {
  const engine = await runToEnd(['docker', 'version', '--format', '{{.Server.Version}}'], { env })
  if (engine.exitCode !== 0)
    throw new ReleaseError('No container engine answers.', 'Start Docker, and run the release again.', true)
  const dockerfile = await Bun.file(join(tree, 'Dockerfile')).text()
  for (const [, base = ''] of dockerfile.matchAll(/^FROM (\S+@sha256:\w+)/gm)) {
    const { exitCode, stderr } = await runToEnd(['docker', 'pull', '--quiet', base], { env })
    if (exitCode === 0 || (await runToEnd(['docker', 'image', 'inspect', base], { env })).exitCode === 0) continue
    const reason = stderr.trim().split('\n').at(-1) ?? ''
    throw new ReleaseError(`The registry does not give ${base}: ${reason}`, 'Check the network of the engine.', true)
  }
  const built: string[] = []
  for (const { name, target } of images) {
    const reference = `${name}:${version}`
    const stage = target === null ? [] : ['--target', target]
    await runStepCommand(['docker', 'build', '--quiet', ...stage, '--tag', reference, '.'], {
      folder: tree,
      env,
      remedy: `Fix the Dockerfile: docker build ${stage.join(' ')} .`,
    })
    const shown = ['docker', 'image', 'inspect', '--format', '{{.Id}} {{.Size}}', reference]
    const [id, bytes] = (await runToEnd(shown, { env })).stdout.trim().split(' ')
    built.push(`${reference}: ${bytes} bytes, ${id}`)
  }
  return built.join('; ')
}
