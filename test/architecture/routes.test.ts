import { expect, test } from 'bun:test'
import { isTest, readSources } from './source-files.ts'

/** Files that may register a route, and what they register. */
const registrars: Readonly<Record<string, string>> = {
  'shared/src/http/mount.ts': 'operations of the contract, for every service',
  'gateway/src/app.ts': 'operations of the contract and pages, for the gateway',
  'svc-web/src/http/page-routes.ts': 'pages, for svc-web',
  'svc-web/src/cli/command-routes.ts': 'commands of a container of the gateway, for one release',
  'shared/src/program/health.ts': 'probes and metrics of a program',
  'svc-web/src/operator/operator-app.ts': 'commands and page of the operator, on a port of their own',
}
/** The demo upstream speaks the interfaces of the publishers. */
const isUpstream = (path: string): boolean => path.startsWith('dev/src/upstream/')

/** Files that may run code around the framework's handler. */
const wrappers = ['gateway/src/app.ts', 'shared/src/http/edge.ts']

const files = (await readSources()).filter(
  ({ path }) => /^(gateway|svc-[a-z]+|shared|dev)\/src\//.test(path) && !isTest(path),
)
const withFramework = files.filter(({ imports }) => imports.includes('elysia'))
const pathsOf = (found: readonly { path: string }[]): string[] => found.map(({ path }) => path)

/** A route: a method of the framework with a path, which is a text, a template, or the `path` of something. */
const registration =
  /\.(get|post|put|patch|delete|head|options|all|route|group|ws)\(\s*(['"`]|\w+\.(path|method)\b|path\b)/
/** Reads from headers and maps look alike. */
const reading = /\b(headers|query|searchParams|values)\.get\(/g

test('programs and the demo upstream use the framework', () => {
  expect(withFramework.length).toBeGreaterThan(15)
  expect(withFramework.filter(({ path }) => !isUpstream(path)).length).toBeGreaterThan(5)
})

test('a route is registered by `mount`, the gateway’s application, the pages of svc-web, health and the operator’s page only', () => {
  const found = withFramework.filter(
    ({ path, text }) => !isUpstream(path) && registration.test(text.replace(reading, '')),
  )
  expect(pathsOf(found).filter((path) => !(path in registrars))).toEqual([])
  // None of them stands in the list in vain.
  expect(Object.keys(registrars).filter((path) => !pathsOf(found).includes(path))).toEqual([])
})

test('no program answers before the framework: only tracing, measuring and the completed address of the gateway wrap its handler, and nothing else serves HTTP', () => {
  expect(pathsOf(files.filter(({ text }) => /\.wrap\(/.test(text)))).toEqual(wrappers)
  const programs = files.filter(({ path }) => !path.startsWith('dev/'))
  expect(pathsOf(programs.filter(({ text }) => /\bBun\.serve\(|\bcreateServer\(/.test(text)))).toEqual([])
})

test('a response of an operation is made by `present`: no service makes one, or writes a header', () => {
  const services = files.filter(({ path }) => /^svc-(carbon|score|history)\//.test(path))
  expect(services.length).toBeGreaterThan(40)
  const making = /\bnew Response\(|\bResponse\.json\(|\bset\.headers\b|\bset\.status\b|\bnew Headers\(/
  expect(pathsOf(services.filter(({ text }) => making.test(text)))).toEqual([])
})
