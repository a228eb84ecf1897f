import { type Answer, answerHeaders } from './answer.ts'
import { type ContentEncoding, compress, compressedFromBytes } from './compress.ts'

export type BodyHeaders = Readonly<Record<string, string>>

/**
 * A body that is sent more than once: every form of it (content type and encoding) is made when it is first asked for, headers included.
 *
 * @param headers what all forms have in common, `vary` too
 */
export function createKeptBody(headers: BodyHeaders, body: Uint8Array<ArrayBuffer>) {
  const answers = new Map<string, Answer>()
  const encodedBodies = new Map<ContentEncoding, Uint8Array<ArrayBuffer>>()
  let unchanged: Answer | null = null
  const isWorthwhile = body.length >= compressedFromBytes

  function encoded(encoding: ContentEncoding): Uint8Array<ArrayBuffer> {
    const known = encodedBodies.get(encoding)
    if (known !== undefined) return known
    const made = compress(body, encoding)
    encodedBodies.set(encoding, made)
    return made
  }

  function make(contentType: string, encoding: ContentEncoding): Answer {
    return {
      status: 200,
      headers: answerHeaders({
        ...headers,
        'content-type': contentType,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      }),
      body: encoded(encoding),
    }
  }

  return {
    body,
    headers,
    /**
     * The answer in one form; a body too small to be worth it is never compressed.
     *
     * @param contentType as the header says it
     */
    answer(contentType: string, wanted: ContentEncoding): Answer {
      const encoding = isWorthwhile ? wanted : 'identity'
      const form = `${contentType} ${encoding}`
      const known = answers.get(form)
      if (known !== undefined) return known
      const answer = make(contentType, encoding)
      answers.set(form, answer)
      return answer
    },
    /** The answer to a client that has it already. */
    notModified(): Answer {
      unchanged ??= unchangedAnswer(headers)
      return unchanged
    },
  }
}
export type KeptBody = ReturnType<typeof createKeptBody>

/** A 304 has no body of any type: caches would rename what they keep by it. */
function unchangedAnswer({ 'content-type': _type, ...ofVersion }: BodyHeaders): Answer {
  return { status: 304, headers: answerHeaders(ofVersion), body: null }
}
