/** Words of the client for asyncio with those of the client without it, in the order in which they are replaced. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/AsyncGenerator\[(.+?), None\]/g, 'Generator[$1, None, None]'],
  [/Awaitable\[(\w+)\]/g, '$1'],
  [/\bAsyncGenerator, Awaitable, Callable\b/g, 'Callable, Generator'],
  [/\bAsyncGenerator\b/g, 'Generator'],
  [/\bhexawatt\._async\b/g, 'hexawatt._sync'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
  [/\basynccontextmanager\b/g, 'contextmanager'],
  [/\baclosing\b/g, 'closing'],
  [/^import asyncio\n/gm, ''],
  [/\basyncio\.sleep\b/g, 'time.sleep'],
  [/\b(__)?a(close|enter|exit|iter_bytes)\b/g, '$1$2'],
  [/\b__a(enter|exit)__/g, '__$1__'],
  [/\basync (?=def|for|with)/g, ''],
  [/\bawait /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/ for asyncio\b/g, ' without asyncio'],
]

/**
 * The synchronous client of Python, made from the asynchronous one so that no rule is written twice: text by name of the file in
 * `clients/python/src/hexawatt/_sync/`.
 *
 * @param asyncFiles text by name of the files in `clients/python/src/hexawatt/_async/`
 */
export function renderSyncClient(asyncFiles: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(asyncFiles).map(([name, text]) => [name, renderSyncFile(text)]))
}

function renderSyncFile(text: string): string {
  const [summary = '', ...rest] = text.split('\n')
  const origin = '# Generated from hexawatt._async by `bun run docs`: edit that, not this file.'
  return [translate(summary), '', origin, ...translate(rest.join('\n')).split('\n')].join('\n')
}

function translate(text: string): string {
  return replacements.reduce((translated, [word, replacement]) => translated.replaceAll(word, replacement), text)
}
