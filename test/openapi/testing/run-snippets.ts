import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { placeholderKey, type SnippetLanguage, writeSnippets } from '@hexawatt/svc-web/src/pages/reference/snippets.ts'

const client = join(import.meta.dir, '../../../clients/typescript/src/entry.ts')

/** Longest time for the stream of events to send something, s. */
const streamSeconds = 2

/** What a reader of the documentation fills in. */
type Reader = { gatewayUrl: string; key: string }

/** What each operation's call prints, by the name of the operation. */
type Printed = Record<string, string>

const writeFor = ({ gatewayUrl, key }: Reader, operation: OperationEntry, language: SnippetLanguage): string =>
  writeSnippets(operation, { publicBaseUrl: gatewayUrl, demoKey: null })[language].replaceAll(placeholderKey, key)

/** Runs the curl line of every operation in a shell: streams one after the other, because an account may have few at once. The stream of events is left after a while. */
export async function runCurlSnippets(reader: Reader): Promise<Printed> {
  const run = async (operation: OperationEntry): Promise<[string, string]> => {
    const line = writeFor(reader, operation, 'curl').replace('curl -sN', `curl -sN --max-time ${streamSeconds}`)
    const child = Bun.spawn(['/bin/sh', '-c', line], { stderr: 'inherit' })
    return [operation.id, await new Response(child.stdout).text()]
  }
  const isStream = ({ streamedAs, isShapedFromStream }: OperationEntry) => streamedAs !== null || isShapedFromStream
  const [streams, others] = await Promise.all([
    Array.fromAsync(allOperations.filter(isStream), run),
    Promise.all(allOperations.filter((one) => !isStream(one)).map(run)),
  ])
  return Object.fromEntries([...streams, ...others])
}

/** Runs the TypeScript of every operation, one after the other in one process. The stream of events is left after the first. */
export async function runTypeScriptSnippets(reader: Reader): Promise<Printed> {
  const folder = await makeTemporaryFolder()
  const lines: string[] = []
  for (const operation of allOperations) {
    const code = writeFor(reader, operation, 'typescript')
      .replace("'@hexawatt/client'", JSON.stringify(client))
      .replace('console.log(event)', '{ console.log(event); break }')
    await Bun.write(join(folder, `${operation.id}.ts`), code)
    lines.push(`console.log('\\f${operation.id}')`, `await import('./${operation.id}.ts')`)
  }
  await Bun.write(join(folder, 'all.ts'), lines.join('\n'))
  const child = Bun.spawn([process.execPath, join(folder, 'all.ts')], { stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await rm(folder, { recursive: true })
  if ((await child.exited) !== 0) throw new Error(`${stdout.slice(-200)}\n${stderr}`)
  return Object.fromEntries(
    stdout
      .split('\f')
      .slice(1)
      .map((part) => part.split(/\n(.*)/s, 2) as [id: string, text: string]),
  )
}
