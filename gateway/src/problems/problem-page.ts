import { problemTable } from '@hexawatt/shared/contract/problem'

/** Headers of a page: nothing is loaded from anywhere, nothing runs. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
} as const

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{font-size:1em}'

/** One page per code, made once: the table does not change while the program runs. */
const pages: ReadonlyMap<string, string> = new Map(
  Object.entries(problemTable).map(([code, { status, title, remedy }]) => [
    code,
    problemPage(code, status, title, remedy),
  ]),
)

/** The HTML page that explains an error code; null for a word that is no code. */
export function findProblemPage(code: string): string | null {
  return pages.get(code) ?? null
}

function problemPage(code: string, status: number, title: string, remedy: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${Bun.escapeHTML(title)} – Hexawatt</title>
<style>${style}</style>
</head>
<body>
<h1>${Bun.escapeHTML(title)}</h1>
<p>Code <code>${Bun.escapeHTML(code)}</code>, HTTP status ${status}</p>
<h2>What to do</h2>
<p>${Bun.escapeHTML(remedy)}</p>
</body>
</html>
`
}
