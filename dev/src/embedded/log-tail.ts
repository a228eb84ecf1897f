/** Most bytes of a log that are read to quote its end. */
const tailMaxBytes = 16_384

/** The last lines of a log file; empty when there is none. */
export async function logTail(path: string, maxLines = 8): Promise<string> {
  const file = Bun.file(path)
  if (!(await file.exists())) return ''
  const text = await file.slice(Math.max(0, file.size - tailMaxBytes)).text()
  return text.trimEnd().split('\n').slice(-maxLines).join('\n')
}
