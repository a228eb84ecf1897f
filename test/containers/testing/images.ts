import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand, runToEnd } from '@hexawatt/dev/src/commands/run-command.ts'
import { runLabel } from '@hexawatt/dev/src/containers/leftovers.ts'
import { parse } from 'yaml'
import { engine } from './engine.ts'
import { copySources } from './sources.ts'

/** Tag of the images of a run: what an operator has built here stays as it is. */
export const testTag = 'test'

/** Longest build, ms: every package comes from its registry. */
const buildTimeoutMs = 300_000

type Composition = { services: Record<string, { image?: string; build?: string }> }

type Build = {
  /** Folder of the sources that the image is made of. */
  folder: string
  /** Name of the image. */
  name: string
  /** Stage of the Dockerfile; the last one unless it is named. */
  target?: string
}

/**
 * Builds an image, once in a run. Earlier stages of its Dockerfile get names too, so that they are there for the next image, and go with the others.
 *
 * @throws with the end of the build's output
 */
export async function buildImage({ folder, name, target }: Build): Promise<string> {
  const label = `${runLabel}=${engine.run}`
  if (await isOfThisRun(name)) return name
  const build = (tag: string, stage?: string) => {
    const ofStage = stage === undefined ? [] : ['--target', stage]
    const command = ['docker', 'build', '--network', 'host', '--label', label, '--tag', tag, ...ofStage, '.']
    return runCommand(command, { folder, timeoutMs: buildTimeoutMs })
  }
  await build(name, target)
  const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8')
  const stages = [...dockerfile.matchAll(/^FROM .* AS (\S+)$/gim)].flatMap(([, stage]) => stage ?? [])
  for (const stage of stages) if (stage !== target) await build(`${name}-${stage}`, stage)
  return name
}

/** The image of the separate programs, of the sources of this checkout. */
export async function buildProduct(folder: string): Promise<string> {
  return buildImage({ folder, name: `hexawatt:${testTag}` })
}

/** The image of the one line for a home, of the sources of this checkout. */
export async function buildHome(): Promise<string> {
  return buildImage({ folder: await copySources('home'), name: `hexawatt-home:${testTag}`, target: 'home' })
}

/** The images of the stores of deploy/ha, under the names that the composition of this copy of the sources gives them. */
export async function buildStores(folder: string): Promise<string[]> {
  const place = join(folder, 'deploy/ha')
  const text = await readFile(join(place, 'docker-compose.yml'), 'utf8')
  // The parser refuses a file with more than 100 uses of its anchors; the servers of this one have more.
  const { services } = parse(text, { merge: true, maxAliasCount: -1 }) as Composition
  const own = Object.values(services).filter(({ build }) => build?.startsWith('images/'))
  const folders = new Map(own.map(({ image = '', build = '' }) => [image, join(place, build)]))
  for (const [name, imageFolder] of folders) await buildImage({ folder: imageFolder, name })
  return [...folders.keys()]
}

/** Size of an image with its base, bytes. */
export async function readImageBytes(name: string): Promise<number> {
  return Number(await runCommand(['docker', 'image', 'inspect', '--format', '{{.Size}}', name]))
}

async function isOfThisRun(name: string): Promise<boolean> {
  const format = `{{index .Config.Labels "${runLabel}"}}`
  return (await runToEnd(['docker', 'image', 'inspect', '--format', format, name])).stdout.trim() === engine.run
}
