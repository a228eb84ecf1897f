import { createHash } from 'node:crypto'
import { mkdir, open, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { readDataMode } from '../../answers/answer.ts'
import { parseObject } from '../../answers/body-text.ts'
import type { KeptAnswer } from '../../answers/kept-answers.ts'
import { writeWholeFile } from '../session/whole-file.ts'

/** An answer as it was received, with its address and the time of its receipt. */
export type StoredAnswer = KeptAnswer & { url: string; receivedMs: number }

/** Answers of the API on disk. */
export type AnswerCache = {
  /** The answer to an address; null when there is none, or its file is damaged. */
  read: (url: string) => Promise<StoredAnswer | null>
  /** Stores an answer. A disk that takes no more is reported once, and ends the storing: the answer is used all the same. */
  write: (answer: StoredAnswer) => Promise<void>
}

/** Raised when the layout of the files changes: files of another layout are requested again. */
const layout = 1
/** Longest file that is read, bytes: a month of hours has about 60 000. */
const maxFileBytes = 4 * 1024 * 1024

/** Folder of the cache by the XDG Base Directory Specification, which ignores relative paths. */
export function findCacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const folder = env['XDG_CACHE_HOME'] ?? ''
  return join(isAbsolute(folder) ? folder : join(env['HOME'] || homedir(), '.cache'), 'hexawatt', 'hours')
}

/** A cache in a folder, with a folder for each server. `report` gets a sentence when nothing can be stored. */
export function createAnswerCache(folder: string, report: (reason: string) => void): AnswerCache {
  let canWrite = true
  return {
    read: async (url) => parseAnswer(url, await readShortFile(pathOf(folder, url))),
    async write(answer) {
      if (!canWrite) return
      try {
        await writeInFolder(pathOf(folder, answer.url), formatAnswer(answer))
      } catch (error) {
        canWrite = false
        report(error instanceof Error && 'code' in error ? String(error.code) : String(error))
      }
    },
  }
}

/** A cache that stores nothing: every body is requested. */
export const noCache: AnswerCache = { read: async () => null, write: async () => undefined }

/** `<host>/<month>.json`, or `<host>/<last part of the path>.json`, in letters that every file system takes. */
function pathOf(folder: string, url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  const name = searchParams.get('month') ?? pathname.split('/').at(-1) ?? ''
  return join(folder, toFileName(host), `${toFileName(name)}.json`)
}

const toFileName = (text: string): string => text.replace(/[^A-Za-z0-9.-]/g, '_')

/** Text of a file; empty when there is none, it is too long, or it is a device or pipe, which could be without end. */
async function readShortFile(path: string): Promise<string> {
  if (!(await stat(path).catch(() => null))?.isFile()) return ''
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return ''
  try {
    return (await file.stat()).size > maxFileBytes ? '' : await file.readFile('utf8')
  } catch {
    return ''
  } finally {
    await file.close()
  }
}

/** Readers see the old file or the new one, also when two programs write at once or this one is ended. */
async function writeInFolder(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeWholeFile(path, [text])
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function formatAnswer({ text, ...facts }: StoredAnswer): string {
  return JSON.stringify({ layout, ...facts, sha256: digestOf(text), text })
}

function parseAnswer(url: string, file: string): StoredAnswer | null {
  const stored = parseObject(file)
  if (stored?.['layout'] !== layout || stored['url'] !== url) return null
  const { etag, dataMode, isDegraded, receivedMs, sha256, text } = stored
  const isWhole = typeof text === 'string' && typeof etag === 'string' && typeof receivedMs === 'number'
  if (!isWhole || digestOf(text) !== sha256) return null
  const mode = typeof dataMode === 'string' ? readDataMode(dataMode) : null
  return { url, etag, receivedMs, text, isDegraded: isDegraded === true, dataMode: mode }
}
