import * as v from 'valibot'

/** Environment as a program receives it. */
export type EnvSource = Readonly<Record<string, string | undefined>>

/** Integer from its decimal digits, within bounds. */
export const envInteger = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^-?\d+$/, 'a whole number'), v.transform(Number), v.minValue(min), v.maxValue(max))

/** TCP port; 0 lets the system choose. */
export const EnvPort = envInteger(0, 65_535)

/** Secret of at least 32 bytes shared by the gateway and the services. */
export const EnvInternalToken = v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))

/** A setting that a function parses; the function throws a description of the mistake. */
export const readBy = <Value>(read: (text: string) => Value) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return read(dataset.value)
      } catch (error) {
        addIssue({ expected: error instanceof Error ? error.message : 'another value' })
        return NEVER
      }
    }),
  )

/**
 * Reads a program's configuration. When it is invalid, prints every problem (names and reasons, never values, which may be secrets) and
 * exits with code 1.
 */
export function parseEnv<const Schema extends v.GenericSchema>(
  schema: Schema,
  source: EnvSource,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, source)
  if (result.success) return result.output
  console.error('Configuration is not usable:')
  for (const line of describeIssues(result.issues)) console.error(`  ${line}`)
  process.exit(1)
}

function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.map((issue) => {
    const name = v.getDotPath(issue) ?? '(root)'
    return issue.input === undefined ? `${name}: is not set` : `${name}: expected ${issue.expected ?? issue.message}`
  })
}
