import { join } from 'node:path'
import { YAML } from 'bun'
import * as v from 'valibot'

const Rules = v.object({
  groups: v.array(v.object({ rules: v.array(v.object({ alert: v.string(), expr: v.string() })) })),
})

const sourceMatcher = /\bsource(=~|!~|!=|=)"([^"]+)"/g

/** Sources that the label `source` of an expression names, one by one (`="a"`) or as a list (`=~"a|b"`). */
export const namedSources = (expression: string): string[] =>
  [...expression.matchAll(sourceMatcher)].flatMap(([, , names = '']) => names.split('|'))

/**
 * Thresholds above which an alert of deploy/observability/alerts.yml fires for a source: one per part of its expression that selects the source.
 */
export async function readThresholds(alert: string, source: string): Promise<number[]> {
  const file = Bun.file(join(import.meta.dir, '../../../deploy/observability/alerts.yml'))
  const rules = v.parse(Rules, YAML.parse(await file.text())).groups.flatMap((group) => group.rules)
  const { expr } = rules.find((rule) => rule.alert === alert) ?? { expr: '' }
  return toThresholds(expr, source)
}

export function toThresholds(expression: string, source: string): number[] {
  return expression
    .split(/\s+or\s+/)
    .filter((part) => selects(part, source))
    .map((part) => {
      const factors = part.match(/>=? *(\d[\d.* ]*)$/)?.[1] ?? 'none'
      return factors.split('*').reduce((product, factor) => product * Number(factor), 1)
    })
}

function selects(part: string, source: string): boolean {
  return [...part.matchAll(sourceMatcher)].every(
    ([, operator = '', names = '']) => names.split('|').includes(source) !== operator.startsWith('!'),
  )
}
