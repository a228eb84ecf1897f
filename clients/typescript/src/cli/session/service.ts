import { open } from 'node:fs/promises'
import { createHexawatt, type Hexawatt } from '../../hexawatt.ts'
import type { CallOptions } from '../../requests/send.ts'
import { type HexawattOptions, realTimers, type Timers } from '../../requests/settings.ts'
import { UsageError } from '../arguments/option-values.ts'

/** The API, as commands use it. */
export type Service = {
  api: Hexawatt
  /** Settings for requests that need no key. */
  connection: HexawattOptions
  /** Language of sentences for a person. */
  language: SentenceLanguage
  timers: Timers
  /** Milliseconds that the clock of the data is ahead of this machine's: 0 unless the data are from a demo or a replay. */
  readClockOffsetMs: (call?: CallOptions) => Promise<number>
}

/** Address of the service, and the key. */
export type ServiceOptions = {
  url?: string | undefined
  keyFile?: string | undefined
  lang?: SentenceLanguage | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Clock and sleep, for tests. */
  timers?: Timers | undefined
}

/** Languages of the API's sentences. */
export const sentenceLanguages = ['fr', 'en'] as const
export type SentenceLanguage = (typeof sentenceLanguages)[number]

/**
 * The language of the user's messages as POSIX finds it: the first of three variables that is set, such as `fr_FR.UTF-8`; undefined for
 * other languages.
 */
export function readLocaleLanguage(env: ServiceOptions['env']): SentenceLanguage | undefined {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return sentenceLanguages.find((language) => new RegExp(`^${language}(?:[_.@]|$)`, 'i').test(locale))
}

const defaultUrl = 'http://localhost:8080'

/** @throws UsageError when address or key have the wrong form, or the file cannot be read */
export async function openService({ url, keyFile, lang, env, timers = realTimers }: ServiceOptions): Promise<Service> {
  const language = lang ?? readLocaleLanguage(env)
  const connection = {
    baseUrl: url ?? (env['HEXAWATT_URL'] || defaultUrl),
    userAgent: 'hexawatt-command-line',
    language,
    timers,
  }
  const apiKey = keyFile === undefined ? env['HEXAWATT_API_KEY'] || undefined : await readKeyFile(keyFile)
  const api = createClient({ ...connection, apiKey })
  return {
    api,
    connection,
    language: language ?? 'fr',
    timers,
    readClockOffsetMs: (call) => readClockOffset(api, timers.nowMs, call),
  }
}

function createClient(options: Parameters<typeof createHexawatt>[0]): Hexawatt {
  try {
    return createHexawatt(options)
  } catch (error) {
    // The client's messages name its option, and repeat neither key nor address.
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(error.message.replace(/^baseUrl/, 'The address of the API').replace(/^apiKey/, 'The key'))
  }
}

/** Longest key file, bytes: a larger one is another file. */
const maxKeyFileBytes = 4_096

/** The key in a file, without the line end. */
async function readKeyFile(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The key file ${path} cannot be read (${error.code ?? 'unknown'}).`)
  })
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxKeyFileBytes + 1), 0, maxKeyFileBytes + 1, 0)
    if (bytesRead > maxKeyFileBytes) throw new UsageError(`The key file ${path} is too long for a key.`)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await file.close()
  }
}

/** Up to this difference it is the age of the status, which is written every minute, ms. */
const maxStatusAgeMs = 10 * 60_000

async function readClockOffset(api: Hexawatt, nowMs: () => number, call: CallOptions = {}): Promise<number> {
  const { data } = await api.status(call)
  if (data.mode === 'live') return 0
  const offsetMs = Date.parse(data.generatedAt) - nowMs()
  return Math.abs(offsetMs) > maxStatusAgeMs ? offsetMs : 0
}
