import { AppError } from '@hexawatt/shared/errors/app-error'
import { issuesText } from '@hexawatt/shared/errors/issues-text'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import * as v from 'valibot'

/** Longest body, characters: names are the longest thing in it. */
export const maxBodyLength = 4_096

/** Most issues that a refusal lists, and its length in characters. */
const maxShownIssues = 5
const maxDetailLength = 500

/**
 * Reads a JSON body; none is taken for an empty object.
 *
 * @throws AppError `invalid_body` that names what is wrong
 */
export async function readBody<Output>(request: Request, schema: v.GenericSchema<unknown, Output>): Promise<Output> {
  const text = await request.text()
  if (text.length > maxBodyLength) throw invalidBody(`The body is longer than ${maxBodyLength} characters.`)
  const parsed = v.safeParse(schema, parseObject(text))
  if (parsed.success) return parsed.output
  throw invalidBody(`${issuesText(parsed.issues, maxShownIssues)}.`)
}

function parseObject(text: string): object {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  // Schemas of objects take arrays too.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalidBody('The body is not a JSON object.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('The body is not JSON.')
  }
}

function invalidBody(detail: string): AppError {
  return new AppError('invalid_body', { detail: hideApiKeys(detail).slice(0, maxDetailLength) })
}
