import { AppError, formatIssues, quoteInput } from '@hexawatt/shared/errors/app-error'
import { readFields } from '@hexawatt/shared/errors/printable-fields'
import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import * as v from 'valibot'

/** Longest body, characters: names are the longest thing in it. */
export const maxBodyLength = 4_096

/** Most issues that a refusal lists, and its length in characters. */
const maxShownIssues = 5
const maxDetailLength = 500

/**
 * Reads a JSON body; an absent body counts as an empty object.
 * @throws AppError `invalid_body` that names the fault
 */
export async function readBody<Output>(request: Request, schema: v.GenericSchema<unknown, Output>): Promise<Output> {
  const text = await request.text()
  if (text.length > maxBodyLength) throw refuseBody(`The body is longer than ${maxBodyLength} characters.`)
  const parsed = v.safeParse(schema, parseObject(text))
  if (parsed.success) return parsed.output
  throw refuseBody(`${formatIssues(parsed.issues, maxShownIssues)}.`)
}

function parseObject(text: string): object {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  // Object schemas accept arrays too.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw refuseBody('The body is not a JSON object.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuseBody('The body is not JSON.')
  }
}

function refuseBody(detail: string): AppError {
  return new AppError('invalid_body', { detail: hideApiKeys(detail).slice(0, maxDetailLength) })
}

/**
 * Reads the parameters of a query: accepted names only, each at most once.
 *
 * @throws AppError `unknown_parameter` or `invalid_parameter`
 */
export function readQuery<Name extends string>(url: string, accepted: readonly Name[]): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {}
  for (const [text, value] of readFields('Query parameter', extractQuery(url))) {
    const name = accepted.find((candidate) => candidate === text)
    if (name === undefined) {
      throw new AppError('unknown_parameter', {
        detail: `Query parameter ${quoteInput(text)} is unknown; accepted are: ${accepted.join(', ') || 'none'}.`,
      })
    }
    if (values[name] !== undefined) {
      throw new AppError('invalid_parameter', { detail: `Query parameter ${name} is given more than once.` })
    }
    values[name] = value
  }
  return values
}
