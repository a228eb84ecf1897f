import pino from 'pino'
import * as v from 'valibot'
import { createLogOutput } from './log-output.ts'

export type Logger = pino.Logger

/** Fields that are redacted, at the top level and one level below. */
const secretPaths = ['authorization', 'apiKey', 'password', 'token', 'secret', 'clientSecret'].flatMap((name) => [
  name,
  `*.${name}`,
])

/** Where an error of ioredis holds the words of the refused command: they may name accounts or addresses, or be a password or a whole snapshot. */
const commandPaths = ['err.command.args', 'err.lastNodeError.command.args']

/** Issues of one error that are logged. */
const maxIssues = 10

/**
 * An error as it is logged. That of a schema holds the whole value that does not match it, which may be a body with figures of a household: only the places
 * in it, and what is expected there, are logged.
 */
function serializeError(error: Error): object {
  const serialized = pino.stdSerializers.err(error)
  if (!v.isValiError(error)) return serialized
  const message = 'a value does not match its schema'
  const issues = error.issues.slice(0, maxIssues).map((issue) => ({
    path: v.getDotPath(issue),
    type: issue.type,
    expected: issue.expected,
  }))
  return { type: serialized.type, message, issues, stack: serialized.stack.replaceAll(error.message, message) }
}

/** Standard output. */
const outputFd = 1

/**
 * One JSON line per event on standard output (pino: fast, redacts by path, the de facto standard). A line that cannot be written is dropped and counted.
 *
 * @param program name of the program, on every line
 * @param zone zone of the installation, on every line; absent for programs without an installation
 * @param everyLine returns fields to add to every line
 */
export function createLogger(program: string, level = 'info', zone?: string, everyLine?: () => object): Logger {
  const logger: Logger = pino(
    {
      level,
      base: zone === undefined ? { program } : { program, zone },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      redact: { paths: [...secretPaths, ...commandPaths], censor: '[redacted]' },
      ...(everyLine === undefined ? {} : { mixin: everyLine }),
    },
    createLogOutput(outputFd, (lines, code) => {
      logger.warn({ lines, code }, 'log lines could not be written and were dropped')
    }),
  )
  return logger
}

/**
 * Makes the logger of request lines without redaction, which would cost three times the line itself. Only for lines whose fields are made by
 * the program and hold no secret.
 */
export function createRequestLogger(logger: Logger): Logger {
  return logger.child({}, { redact: [] })
}

/** Runs a promise that is not awaited, and logs its failure. The only way to start such a promise. */
export function runInBackground(logger: Logger, label: string, promise: Promise<unknown>): void {
  promise.catch((error: unknown) => logger.error({ err: error, label }, 'background task failed'))
}
