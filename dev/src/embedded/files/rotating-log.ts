import { appendFileSync, closeSync, fstatSync, openSync, readSync, truncateSync } from 'node:fs'
import { copyFile, rename, rm, stat } from 'node:fs/promises'

/** How much of a log is kept: the size of a file in bytes, and the number of older files (`.1` is the newest of them). */
type LogBounds = { maxBytes: number; olderFiles: number }

const logBounds: LogBounds = { maxBytes: 8 * 1024 * 1024, olderFiles: 2 }

/** How often a growing log is looked at, ms. */
const checkEveryMs = 5_000

/**
 * Keeps the log of a program within its bounds from now on, also while the program writes.
 *
 * @returns ends it
 */
export async function keepLogBounded(logFile: string): Promise<() => void> {
  const rotate = (): Promise<void> => rotateLog(logFile, logBounds).catch(() => undefined)
  await rotate()
  let isRotating = false
  const timer = setInterval(async () => {
    if (isRotating) return
    isRotating = true
    await rotate()
    isRotating = false
  }, checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Moves the content of a log that has grown too large into an older file and empties the log. The file stays the same, because the program has it open for
 * appending: it goes on at the new beginning.
 *
 * @throws when there is no room for the copy; the log stays as it is then
 */
export async function rotateLog(logFile: string, { maxBytes, olderFiles }: LogBounds): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0
  if (size <= maxBytes) return
  const draft = `${logFile}.new`
  try {
    await copyFile(logFile, draft)
    moveRest(logFile, draft)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  for (let index = olderFiles; index > 1; index -= 1) {
    await rename(`${logFile}.${index - 1}`, `${logFile}.${index}`).catch(() => undefined)
  }
  await rename(draft, `${logFile}.1`)
}

/** Appends the lines written since the copy and empties the log immediately, so that almost no line can be lost in between. */
function moveRest(logFile: string, copy: string): void {
  const [from, to] = [openSync(logFile, 'r'), openSync(copy, 'r')]
  try {
    const copiedBytes = fstatSync(to).size
    const rest = Buffer.alloc(Math.max(0, fstatSync(from).size - copiedBytes))
    const restBytes = readSync(from, rest, 0, rest.length, copiedBytes)
    if (restBytes > 0) appendFileSync(copy, rest.subarray(0, restBytes))
    truncateSync(logFile)
  } finally {
    closeSync(from)
    closeSync(to)
  }
}
