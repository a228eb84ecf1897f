// Pins the images that the containers are made of to what their tags mean now: asks the registry for the digest of each tag, notes it in images.json, and
// writes it wherever the image is named. Run it where a registry is reached, look at what has changed, and commit that:
//
//   bun deploy/base-images/pin.ts
import { join } from 'node:path'

/** Files that name images. */
export const imageFiles = [
  'Dockerfile',
  'docker-compose.yml',
  ...['etcd', 'haproxy', 'pgbouncer', 'postgres', 'redis'].map((name) => `deploy/ha/images/${name}/Dockerfile`),
  'deploy/kubernetes/overlays/example/stores.yaml',
]

/** The digest of an image, with the day and the places that it was read from: `owner/repository: file`, or the registry itself. */
export type Pin = { readonly digest: string; readonly readOn: string; readonly readFrom: readonly string[] }

/** Every image that is not built here, as `name:tag`, with what it is pinned to. */
export type Images = Readonly<Record<string, Pin>>

const listFile = 'deploy/base-images/images.json'
const digestPattern = /^sha256:[0-9a-f]{64}$/

/** The list of images of a copy of the repository. */
export async function readImages(root: string): Promise<Images> {
  return Bun.file(join(root, listFile)).json()
}

/** A text in which each of the images is named with its digest. */
export function addDigests(text: string, images: Images): string {
  return Object.entries(images).reduce((pinned, [image, { digest }]) => {
    // Neither the end of a longer name nor the beginning of a longer tag.
    const named = new RegExp(`(?<![\\w./-])${RegExp.escape(image)}(?:@sha256:[0-9a-f]{64})?(?![\\w.@-])`, 'g')
    return pinned.replace(named, `${image}@${digest}`)
  }, text)
}

/**
 * Digest of the index of all platforms that a tag stands for now.
 *
 * @throws when the registry is not reached, or knows no such image
 */
async function lookUpDigest(image: string): Promise<string> {
  const child = Bun.spawn(['docker', 'buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  const digest = stdout.trim()
  if (exitCode !== 0 || !digestPattern.test(digest))
    throw new Error(`no digest of ${image}: ${stderr.trim() || digest}`)
  return digest
}

/** Looks every digest up first, so that either all are written or none. */
async function pin(root: string): Promise<void> {
  const readOn = new Date().toISOString().slice(0, 10)
  const found = await Promise.all(
    Object.keys(await readImages(root)).map(
      async (image): Promise<[string, Pin]> => [
        image,
        { digest: await lookUpDigest(image), readOn, readFrom: ['the registry'] },
      ],
    ),
  )
  const images = Object.fromEntries(found)
  await Bun.write(join(root, listFile), `${JSON.stringify(images, null, 2)}\n`)
  for (const name of imageFiles) {
    const path = join(root, name)
    await Bun.write(path, addDigests(await Bun.file(path).text(), images))
  }
  for (const [image, { digest }] of found) console.log(`${image} ${digest}`)
}

if (import.meta.main) {
  try {
    await pin(process.cwd())
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
