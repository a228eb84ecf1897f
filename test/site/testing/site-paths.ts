import { webPaths } from '@hexawatt/shared/contract/web-paths'

/** Below each entry for many pages, one of them. */
const samples: Readonly<Record<string, string>> = { '/problems/*': '/problems/rate_limited' }

const isPublic = (path: string): boolean => webPaths.some((entry) => entry.path === path && entry.kind === 'page')

/**
 * Every public page of the site, from the paths that the gateway forwards, and the page of an unknown path.
 *
 * @param baseUrl of a running gateway, which tells pages from files
 */
export async function listPages(baseUrl: string): Promise<string[]> {
  const candidates = webPaths.filter(({ path }) => isPublic(path)).map(({ path }) => samples[path] ?? path)
  const pages: string[] = []
  for (const path of candidates.filter((candidate) => !candidate.endsWith('*'))) {
    const response = await fetch(`${baseUrl}${path}`)
    await response.arrayBuffer()
    if (response.headers.get('content-type')?.startsWith('text/html') && response.ok) pages.push(path)
  }
  return [...pages, '/comprende']
}
