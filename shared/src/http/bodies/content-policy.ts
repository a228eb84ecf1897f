/** An inline script or style as a content security policy names it. */
export function hashSource(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
}

/** What a page may load, run or send data to, by directive; absent = nothing. */
export type PageSources = Partial<
  Readonly<
    Record<
      | 'script-src'
      | 'style-src'
      | 'img-src'
      | 'connect-src'
      | 'manifest-src'
      | 'worker-src'
      | 'form-action'
      | 'frame-src'
      | 'frame-ancestors',
      string
    >
  >
>

/** The content security policy of a page: only the listed sources, and no embedding in frames of other pages unless `frame-ancestors` allows it. */
export function writeContentPolicy(sources: PageSources): string {
  const directives = {
    'default-src': "'none'",
    ...sources,
    'base-uri': "'none'",
    'form-action': sources['form-action'] ?? "'none'",
    'frame-ancestors': sources['frame-ancestors'] ?? "'none'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
