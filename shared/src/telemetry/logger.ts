import pino from 'pino'

export type Logger = pino.Logger

/** Fields that must never reach a log, wherever they stand in the object. */
const secretPaths = ['authorization', 'apiKey', 'password', 'token', 'secret', 'clientSecret'].flatMap((name) => [
  name,
  `*.${name}`,
])

/**
 * One JSON line per event on standard output (pino: fast, redacts by path, the de facto standard).
 *
 * @param program name of the program, on every line
 * @param everyLine fields that are looked up for every line
 */
export function createLogger(program: string, level = 'info', everyLine?: () => object): Logger {
  return pino(
    {
      level,
      base: { program },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[redacted]' },
      ...(everyLine === undefined ? {} : { mixin: everyLine }),
    },
    pino.destination({ fd: 1, sync: true }),
  )
}
