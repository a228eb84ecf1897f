/** Words of PromQL that look like the names of metrics. */
const keywords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'unless',
  'bool',
  'offset',
  'by',
  'without',
  'on',
  'ignoring',
])

/** Names of the metrics in a PromQL expression: words that are no label, duration, function or keyword. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
  const names = [...bare.matchAll(/[a-z_:][a-z0-9_:]*(?!\w)(?!\s*\()/gi)].map(([name]) => name)
  return names.filter((name) => !keywords.has(name))
}

/** Names of the series behind the metrics of a program, as Prometheus stores them. */
export function seriesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

/** Values of the metrics with this prefix and label, by the rest of their names. */
export function valuesOf(text: string, prefix: string, label: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(prefix) && line.includes(label))
  return Object.fromEntries(
    lines.map((line) => [line.slice(prefix.length).split('{', 1)[0] ?? line, Number(line.split(' ').at(-1))]),
  )
}
