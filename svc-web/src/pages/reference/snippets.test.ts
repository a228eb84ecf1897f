import { describe, expect, test } from 'bun:test'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { isApiKeyShaped } from '@hexawatt/shared/keys/api-key'
import { placeholderKey, type SnippetLanguage, writeSnippets } from './snippets.ts'

/** A base address with every character that a quote could break. */
const publicBaseUrl = "https://api.example.org/it's"
const demoKey = `hxw_${'d'.repeat(32)}`
const written = allOperations.map((operation) => ({
  operation,
  snippets: writeSnippets(operation, { publicBaseUrl, demoKey: null }),
  withDemo: writeSnippets(operation, { publicBaseUrl, demoKey }),
}))
const listAll = (language: SnippetLanguage): string[] =>
  written.flatMap(({ snippets, withDemo }) => [snippets[language], withDemo[language]])

/** Runs a checker on a text, which it reads from its standard input. */
function check(command: string[], input: string): string {
  const { exitCode, stderr } = Bun.spawnSync(command, { stdin: Buffer.from(input), stderr: 'pipe' })
  return exitCode === 0 ? '' : stderr.toString()
}

describe('the calls to copy', () => {
  test('are valid shell', () => {
    for (const line of new Set(listAll('curl'))) expect(check(['sh', '-n'], line)).toBe('')
  })

  test('are valid TypeScript', () => {
    const transpiler = new Bun.Transpiler({ loader: 'ts' })
    for (const code of listAll('typescript')) expect(() => transpiler.transformSync(code)).not.toThrow()
  })

  test('are valid Python; where there is no Python, their quotes and brackets close', () => {
    const python = Bun.which('python3')
    const codes = listAll('python')
    if (python !== null) {
      const program = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'
      expect(check([python, '-c', program], JSON.stringify(codes))).toBe('')
    }
    for (const code of codes) {
      const outside = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
      expect(outside).not.toContain('"')
      expect(outside.match(/[([{]/g)?.length).toBe(outside.match(/[)\]}]/g)?.length)
      expect(code).toMatch(/^(import httpx|from hexawatt import Hexawatt)\n/)
    }
  })

  test('name the address, the method and the required parameters of their operation', () => {
    for (const { operation, snippets } of written) {
      const { id, path, requiredQuery, method } = operation
      expect([id, snippets.curl.includes(path)]).toEqual([id, true])
      if (snippets.python.startsWith('import httpx')) expect([id, snippets.python.includes(path)]).toEqual([id, true])
      for (const [name, value] of new URLSearchParams(requiredQuery)) {
        for (const code of Object.values(snippets)) {
          // A name of several words is in lower case in Python.
          const inWords = name.replaceAll(/[A-Z]/g, '_?$&')
          expect(code).toMatch(new RegExp(`${inWords}(?:=|": |: )${value}`, 'i'))
        }
      }
      const posts = [/ -d '/.test(snippets.curl), /'POST'/.test(snippets.typescript), /\.post\(/.test(snippets.python)]
      expect([id, posts]).toEqual([id, Array(3).fill(method === 'POST')])
    }
  })

  test('use the client of the project where it has the operation', () => {
    const byClient = written.filter(({ snippets }) => snippets.typescript.includes("from '@hexawatt/client'"))
    const known = allOperations.filter(({ kind, clientFile }) => kind === 'events' || clientFile !== null)
    expect(byClient.map(({ operation }) => operation.id)).toEqual(known.map(({ id }) => id))
    const byPython = written.filter(({ snippets }) => snippets.python.startsWith('from hexawatt import'))
    expect(byPython).toEqual(byClient)
  })

  test('show a placeholder that is no key, or the demo key where it opens the operation, and none where none is needed', () => {
    expect(isApiKeyShaped(placeholderKey)).toBe(false)
    for (const { operation, snippets, withDemo } of written) {
      const { id, needsKey, isClosedToDemo } = operation
      for (const language of ['curl', 'typescript', 'python'] as const) {
        const shown = [snippets[language], withDemo[language]].map((code) => code.match(/hxw_\w+/)?.[0] ?? null)
        const expected = needsKey ? [placeholderKey, isClosedToDemo ? placeholderKey : demoKey] : [null, null]
        expect([id, language, shown]).toEqual([id, language, expected])
      }
    }
  })
})
