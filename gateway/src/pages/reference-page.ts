import { swagger } from '@elysiajs/swagger'
import type { OpenApiDocument } from '@hexawatt/shared/openapi/document-types'
import { Elysia } from 'elysia'
import { pageMaxAgeSeconds, sourceHash } from './html-page.ts'
import { createServedPage, relativePath, type ServedPage, type VersionedAsset, versionedAsset } from './served-page.ts'

/** Paths of the page and of the document that it shows. */
export const referencePath = '/docs'
export const documentPath = '/openapi.json'

/** The plugin's type of a document: OpenAPI 3.0, although the page reads 3.1. */
type PluginDocumentation = NonNullable<NonNullable<Parameters<typeof swagger>[0]>['documentation']>

/**
 * The reference and its document, as the plugin of the framework makes them: once, at the start. Nothing of the page comes from another
 * server, and its only inline script is the one that starts it.
 *
 * @returns pages by their paths
 */
export async function createReferencePages(document: OpenApiDocument): Promise<ReadonlyMap<string, ServedPage>> {
  referenceAssets ??= readReferenceAssets()
  const { script, style } = await referenceAssets
  const plugin = new Elysia().use(
    swagger({
      provider: 'swagger-ui',
      path: referencePath,
      specPath: documentPath,
      documentation: document as unknown as PluginDocumentation,
      theme: relativePath(style),
      autoDarkMode: false,
      swaggerOptions: { validatorUrl: 'none', persistAuthorization: false, tryItOutEnabled: true, deepLinking: true },
    }),
  )
  const read = async (path: string) => (await plugin.handle(new Request(`http://localhost${path}`))).text()
  const html = withLocalScript(withShortDescription(await read(referencePath), document), script)
  return new Map([
    [referencePath, createReferencePage(html, document)],
    [
      documentPath,
      createServedPage({
        contentType: 'application/json',
        body: await read(documentPath),
        maxAgeSeconds: pageMaxAgeSeconds,
      }),
    ],
    [script.path, script.page],
    [style.path, style.page],
  ])
}

/** The plugin puts the whole introduction into the head, unescaped. */
function withShortDescription(html: string, { info }: OpenApiDocument): string {
  return replaced(html, info.description, Bun.escapeHTML(info.summary))
}

/** The plugin loads the script from a public address: this replaces it by ours. */
function withLocalScript(html: string, script: VersionedAsset): string {
  const address = html.match(/https:\/\/[^"]+\/swagger-ui-bundle\.js/)?.[0] ?? ''
  return replaced(html, address, relativePath(script))
}

/** @throws when the text does not contain `old`: another version of the plugin writes another page */
function replaced(text: string, old: string, replacement: string): string {
  if (old === '' || !text.includes(old)) throw new Error('the reference page is not the one that is known')
  return text.replaceAll(old, () => replacement)
}

function createReferencePage(html: string, { servers }: OpenApiDocument): ServedPage {
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => sourceHash(text))
  // "Try it out" calls the public address, which may differ from the page's.
  const origins = servers.map(({ url }) => new URL(url).origin)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return createServedPage({
    contentType: 'text/html; charset=utf-8',
    body: html,
    maxAgeSeconds: pageMaxAgeSeconds,
    headers: { 'content-security-policy': policy.join('; '), 'referrer-policy': 'no-referrer' },
  })
}

type ReferenceAssets = { script: VersionedAsset; style: VersionedAsset }

let referenceAssets: Promise<ReferenceAssets> | undefined

/** The files of the reference; they come with a package, not from another server, and are read once per process. */
async function readReferenceAssets(): Promise<ReferenceAssets> {
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
