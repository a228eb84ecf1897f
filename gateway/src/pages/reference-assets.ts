import { type VersionedAsset, versionedAsset } from './versioned-asset.ts'

/** The files that the reference is made of; they come with a package, not from another server. */
export async function readReferenceAssets(): Promise<{ script: VersionedAsset; style: VersionedAsset }> {
  const [script, style] = await Promise.all([
    readAsset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    readAsset('swagger-ui.css', 'text/css; charset=utf-8'),
  ])
  return { script, style }
}

async function readAsset(name: string, contentType: string): Promise<VersionedAsset> {
  const body = await Bun.file(new URL(import.meta.resolve(`swagger-ui-dist/${name}`))).bytes()
  return versionedAsset('/docs/assets', name, { contentType, body })
}
