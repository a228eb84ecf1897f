/** The used part of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of a client. */
export type HexawattOptions = {
  /**
   * Address of the API without a path, such as `http://localhost:8080`. Use https outside of your own machine: the key is sent with each
   * request.
   */
  baseUrl: string | URL
  /** The personal key. Only operations under `/api` need none. */
  apiKey?: string | undefined
  /** Another `fetch`, for a proxy or a test. */
  fetch?: Fetch | undefined
  /** Retries of a request at most, 0 to 10, default 2. */
  maxRetries?: number | undefined
  /** Longest wait before a retry, ms, default 30 000. When the API asks for more, its refusal is thrown at once. */
  maxWaitMs?: number | undefined
  /** Time-out of one attempt, body included, ms, default 10 000. For a stream: until its first piece, and between two pieces. */
  timeoutMs?: number | undefined
  /** Sent as `User-Agent`. Not for browsers: some forbid it. */
  userAgent?: string | undefined
  /** Language of the sentences that the API translates, such as `advice` of a schedule; French by default. */
  language?: 'fr' | 'en' | undefined
  /** Bodies kept for conditional requests at most, 0 to 1 000, default 64. */
  maxKeptAnswers?: number | undefined
  /** Clock, sleep and random numbers, for tests. */
  timers?: Timers | undefined
}

/** The validated options with defaults. */
export type Settings = {
  origin: string
  apiKey: string | null
  fetch: Fetch
  maxRetries: number
  maxWaitMs: number
  timeoutMs: number
  userAgent: string | null
  language: 'fr' | 'en' | null
  maxKeptAnswers: number
  timers: Timers
}

const maxRetriesLimit = 10
const maxKeptAnswersLimit = 1_000
/** Longest delay of platform timers, ms. */
const maxTimerMs = 2 ** 31 - 1
/** Shortest key: a shorter text could not be removed safely from responses that repeat it. */
const minKeyLength = 8

/** @throws RangeError or TypeError that names the option, never the key */
export function readSettings(options: HexawattOptions): Settings {
  return {
    origin: readOrigin(options.baseUrl),
    apiKey: readKey(options.apiKey),
    // Looked up at each call, and called without a receiver, as browsers require.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    maxRetries: wholeNumber('maxRetries', options.maxRetries ?? 2, 0, maxRetriesLimit),
    maxWaitMs: wholeNumber('maxWaitMs', options.maxWaitMs ?? 30_000, 0, maxTimerMs),
    timeoutMs: wholeNumber('timeoutMs', options.timeoutMs ?? 10_000, 1, maxTimerMs),
    userAgent: readUserAgent(options.userAgent),
    language: readLanguage(options.language),
    maxKeptAnswers: wholeNumber('maxKeptAnswers', options.maxKeptAnswers ?? 64, 0, maxKeptAnswersLimit),
    timers: options.timers ?? realTimers,
  }
}

/** Time limit of one call, ms. */
export function readTimeoutMs(timeoutMs: number): number {
  return wholeNumber('timeoutMs', timeoutMs, 1, maxTimerMs)
}

function wholeNumber(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}; received ${value}.`)
}

function readOrigin(baseUrl: string | URL): string {
  const url = parseUrl(baseUrl)
  const isOrigin = /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === ''
  // The message leaves out the address, which may hold a password.
  if (!isOrigin || url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl must be an http or https address with neither path, query nor credentials.')
  }
  return url.origin
}

function parseUrl(baseUrl: string | URL): URL {
  try {
    return new URL(baseUrl)
  } catch {
    throw new TypeError('baseUrl must be an absolute address, such as http://localhost:8080.')
  }
}

/** Checked here, because the platform's error about an invalid header would print the key. */
function readKey(apiKey: string | undefined): string | null {
  if (apiKey === undefined) return null
  if (apiKey.length >= minKeyLength && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new TypeError(`apiKey must be at least ${minKeyLength} characters of ASCII without spaces or line ends.`)
}

function readUserAgent(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  if (/^[\x20-\x7e]+$/.test(userAgent)) return userAgent
  throw new TypeError('userAgent must be one line of ASCII.')
}

function readLanguage(language: 'fr' | 'en' | undefined): 'fr' | 'en' | null {
  if (language === undefined || language === 'fr' || language === 'en') return language ?? null
  throw new TypeError('language must be fr or en.')
}

/** Clock, sleep and random numbers; tests replace them. */
export type Timers = {
  /** Resolves after `ms`; rejects with the reason of the signal as soon as it aborts. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** A number from 0 up to, not including, 1. */
  random: () => number
  /** Milliseconds since 1970. */
  nowMs: () => number
}

export const realTimers: Timers = { sleep, random: Math.random, nowMs: Date.now }

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
