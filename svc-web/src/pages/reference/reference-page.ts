import { swagger } from '@elysiajs/swagger'
import { hashSource, writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import type { OpenApiDocument } from '@hexawatt/shared/openapi/document-types'
import { Elysia } from 'elysia'
import type { PublicRoute } from '../../http/page-routes.ts'
import {
  createServedPage,
  documentMaxAgeSeconds,
  type ServedPage,
  servePage,
  serveVersionedAsset,
  toRelativePath,
  type VersionedAsset,
} from '../../kit/served-page.ts'

/** Paths of the page, and of its OpenAPI document, which the gateway serves. */
const [referencePath, documentPath] = ['/docs', '/openapi.json']

/**
 * Makes the reference page of the framework's plugin by the plugin's options, and its files. The page loads nothing from another server, and its only inline
 * script starts it.
 * @param document the page reads it by its address; here its head and its servers are used
 */
export async function createReferencePages(document: OpenApiDocument): Promise<PublicRoute[]> {
  referenceAssets ??= readReferenceAssets()
  const { script, style } = await referenceAssets
  const { info } = document
  const plugin = new Elysia().use(
    swagger({
      provider: 'swagger-ui',
      path: referencePath,
      specPath: documentPath,
      // The plugin shows the document by its address. Here it receives only the head of the document, whose description it writes into the page unchanged.
      documentation: { info: { ...info, description: Bun.escapeHTML(info.summary) } },
      theme: toRelativePath(style),
      autoDarkMode: false,
      swaggerOptions: { validatorUrl: 'none', persistAuthorization: false, tryItOutEnabled: true, deepLinking: true },
    }),
  )
  const page = await plugin.handle(new Request(`http://localhost${referencePath}`))
  return [
    servePage(referencePath, createReferencePage(useLocalScript(await page.text(), script), document)),
    ...[script, style].map((asset) => servePage(asset.path, asset.page)),
  ]
}

/**
 * The plugin has no option for the address of this script, which it loads from a public server. Only its other provider has such an option, but that page
 * needs inline styles, which this page's policy refuses.
 * @throws when the page contains no such address: another version of the plugin writes another page
 */
function useLocalScript(html: string, script: VersionedAsset): string {
  const [address] = html.match(/https:\/\/[^"]+\/swagger-ui-bundle\.js/) ?? []
  if (address === undefined)
    throw new Error('the reference page of @elysiajs/swagger loads no swagger-ui-bundle.js: its version has changed')
  return html.replace(address, () => toRelativePath(script))
}

function createReferencePage(html: string, { servers }: OpenApiDocument): ServedPage {
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => hashSource(text))
  // "Try it out" calls the public address, which may differ from the page's.
  const origins = servers.map(({ url }) => new URL(url).origin)
  const policy = writeContentPolicy({
    'script-src': `'self' ${inline.join(' ')}`,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': `'self' ${origins.join(' ')}`,
  })
  return createServedPage({
    contentType: 'text/html; charset=utf-8',
    body: html,
    maxAgeSeconds: documentMaxAgeSeconds,
    headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  })
}

type ReferenceAssets = { script: VersionedAsset; style: VersionedAsset }

let referenceAssets: Promise<ReferenceAssets> | undefined

/** The files of the reference; they come from a package, not from another server, and are read once per process. */
async function readReferenceAssets(): Promise<ReferenceAssets> {
  const [script, style] = await Promise.all([
    readAsset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    readAsset('swagger-ui.css', 'text/css; charset=utf-8'),
  ])
  return { script, style }
}

async function readAsset(name: string, contentType: string): Promise<VersionedAsset> {
  const body = await Bun.file(new URL(import.meta.resolve(`swagger-ui-dist/${name}`))).bytes()
  return serveVersionedAsset('/docs/assets', name, { contentType, body })
}
