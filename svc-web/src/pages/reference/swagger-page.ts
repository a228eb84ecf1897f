import { swagger } from '@elysiajs/swagger'
import { hashSource, writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import type { OpenApiDocument } from '@hexawatt/shared/openapi/schemas/document-types'
import { Elysia } from 'elysia'
import type { Html } from '../../kit/html.ts'
import { serveVersionedAsset, toRelativePath, type VersionedAsset } from '../../kit/served-page.ts'

/** Path of the plugin's page, and of the OpenAPI document, which the gateway serves. */
const [pluginPath, documentPath] = ['/docs', '/openapi.json']

/** Swagger UI as a part of a page. */
export type SwaggerPage = {
  content: Html
  /** The security policy of a page with this content. */
  policy: string
  files: readonly VersionedAsset[]
}

/**
 * Makes the reference from the page that the framework's plugin writes. It loads nothing from another server, and its only inline script starts it.
 * @param document the page reads it by its address; here its head and its servers are used
 */
export async function createSwaggerPage({ info, servers }: OpenApiDocument): Promise<SwaggerPage> {
  script ??= readScript()
  const file = await script
  const plugin = new Elysia().use(
    swagger({
      provider: 'swagger-ui',
      path: pluginPath,
      specPath: documentPath,
      // The plugin writes the description into its page unchanged, and shows the document by its address.
      documentation: { info: { ...info, description: Bun.escapeHTML(info.summary) } },
      // Its style stands in the page's own file.
      theme: '',
      autoDarkMode: false,
      swaggerOptions: {
        validatorUrl: 'none',
        persistAuthorization: false,
        tryItOutEnabled: true,
        deepLinking: true,
        defaultModelsExpandDepth: 0,
        // Its colours are written for one background.
        syntaxHighlight: false,
      },
    }),
  )
  const page = await plugin.handle(new Request(`http://localhost${pluginPath}`))
  const markup = useLocalScript(readBody(await page.text()), file)
  return { content: { markup }, policy: writePolicy(markup, servers), files: [file] }
}

/** The body of the plugin's page: the element of Swagger UI, its script, and the inline script that starts it. @throws Error */
function readBody(page: string): string {
  const [, body] = page.match(/<body>(.*)<\/body>/s) ?? []
  if (body === undefined) throw new Error('the page of @elysiajs/swagger has no body: its version has changed')
  return body.trim()
}

/**
 * The plugin has no option for the address of this script, which it loads from a public server. Only its other provider has such an option, but that page
 * needs inline styles, which this page's policy refuses.
 * @throws Error when the page contains no such address: another version of the plugin writes another page
 */
function useLocalScript(markup: string, file: VersionedAsset): string {
  const [address] = markup.match(/https:\/\/[^"]+\/swagger-ui-bundle\.js/) ?? []
  if (address === undefined)
    throw new Error('the reference page of @elysiajs/swagger loads no swagger-ui-bundle.js: its version has changed')
  return markup.replace(address, () => toRelativePath(file))
}

function writePolicy(markup: string, servers: OpenApiDocument['servers']): string {
  const inline = [...markup.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => hashSource(text))
  // "Try it out" calls the public address, which may differ from the page's.
  const origins = servers.map(({ url }) => new URL(url).origin)
  return writeContentPolicy({
    'script-src': `'self' ${inline.join(' ')}`,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': `'self' ${origins.join(' ')}`,
    'manifest-src': "'self'",
    'form-action': "'self'",
  })
}

let script: Promise<VersionedAsset> | undefined

/** Swagger UI comes from a package, not from another server, and is read once per process. */
async function readScript(): Promise<VersionedAsset> {
  const name = 'swagger-ui-bundle.js'
  const body = await Bun.file(new URL(import.meta.resolve(`swagger-ui-dist/${name}`))).bytes()
  return serveVersionedAsset('/docs/assets', name, { contentType: 'text/javascript; charset=utf-8', body })
}
