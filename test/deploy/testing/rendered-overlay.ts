import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { readText, root } from './deploy-files.ts'

/** What an overlay of an operator has: the single servers of the example, or the component of stores that fail over in their place. */
export type OverlayKind = 'example' | 'ha'

/** Commands of the README that fill in the secrets of an overlay; its first two lines differ between the example and the component. */
const [, forExample = '', forComponent = '', shared = ''] =
  (await readText('deploy/kubernetes/README.md')).match(
    /```sh\n(at=.*)\n# with components\/ha: (at=.*)\n([\s\S]*?)```/,
  ) ?? []

/** Digest of an image that no test fetches. */
const digest = `sha256:${'0'.repeat(64)}`

/**
 * Copies the manifests and makes an overlay of them as the README says: secrets by its commands, and for `ha` its lines of the overlay.
 *
 * @param into where the copy is made
 * @param change what else an operator changes in the overlay's kustomization.yaml
 * @returns the overlay's folder
 */
export async function makeOverlay(
  into: string,
  kind: OverlayKind,
  change: (text: string) => string = (text) => text,
): Promise<string> {
  cpSync(join(root, 'deploy/kubernetes'), join(into, kind), { recursive: true })
  const overlay = join(into, kind, 'overlays/example')
  const file = Bun.file(join(overlay, 'kustomization.yaml'))
  const text = await file.text()
  await Bun.write(file, change(kind === 'ha' ? withComponent(text) : text))
  const variables = kind === 'ha' ? forComponent : forExample
  const child = Bun.spawnSync(['sh', '-euc', `${variables}\n${shared}`], { cwd: overlay })
  if (child.exitCode !== 0) throw new Error(`the README's commands failed: ${child.stderr.toString()}`)
  return overlay
}

const withComponent = (text: string): string =>
  `${text.replace('  - stores.yaml\n', '')}components: [../../components/ha]\n`.replace(
    'images:\n',
    ['images:', ...['server', 'sentinel'].map(redisImage), ''].join('\n'),
  )

const redisImage = (part: string): string =>
  `  - { name: hexawatt-redis-${part}, newName: quay.io/opstree/redis-${part}, digest: "${digest}" }`
