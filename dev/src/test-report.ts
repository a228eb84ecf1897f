import type { ReportedGroup } from './programs/results.ts'

/** The failed tests, a line each, and the totals of all runs on the last line. */
export async function summarizeReports(reportFiles: readonly string[], exitCodes: readonly number[]): Promise<string> {
  const lines: string[] = []
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const [index, reportFile] of reportFiles.entries()) {
    const text = await readReport(reportFile)
    const head = text.match(/<testsuites[^>]*>/)?.[0]
    if (head === undefined) return 'The tests ended without a summary.'
    const { tests, failed, skipped } = readCounts(head)
    const failures = [...text.matchAll(/<testcase name="([^"]*)"[^>]* file="([^"]*)"[^>]*>\s*<failure/g)]
    lines.push(...failures.map(([, name, file]) => `FAILED ${file}: ${unescaped(name ?? '')}`))
    // A file that breaks while it is loaded has no tests, and is in no report.
    const unreported = exitCodes[index] !== 0 && failed === 0 ? 1 : 0
    if (unreported > 0) lines.push('FAILED outside of a test: see above.')
    total.passed += tests - failed - skipped
    total.failed += failed + unreported
    total.skipped += skipped
  }
  const { passed, failed, skipped } = total
  const numbers = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return ['', ...lines, numbers].join('\n')
}

/** Every group of the reports, with its counts; a group in several files has an entry for each. */
export async function readGroups(reportFiles: readonly string[]): Promise<ReportedGroup[]> {
  const texts = await Promise.all(reportFiles.map(readReport))
  return texts.flatMap((text) =>
    [...text.matchAll(/<testsuite name="([^"]*)"[^>]*>/g)].map(([tag, name = '']) => ({
      name: unescaped(name),
      ...readCounts(tag),
    })),
  )
}

async function readReport(path: string): Promise<string> {
  const report = Bun.file(path)
  return (await report.exists()) ? report.text() : ''
}

function readCounts(tag: string): Omit<ReportedGroup, 'name'> {
  const count = (name: string) => Number(tag.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0)
  return { tests: count('tests'), failed: count('failures'), skipped: count('skipped') }
}

/** Text as it was before it was written into XML. */
function unescaped(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replace(/&(\w+);/g, (entity, name) => characters[name] ?? entity)
}
