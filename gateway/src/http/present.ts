import { isNotModified } from '@hexawatt/shared/http/conditional'
import type { Answer } from './answer.ts'
import type { KeptBody } from './cached-body.ts'
import { chooseEncoding } from './choose-encoding.ts'
import { contentTypeHeader, type OfferedType } from './negotiate.ts'

/** A kept body in the form that a request asks for: nothing but its validators when the client has it already. */
export function present(request: Request, kept: KeptBody, contentType: OfferedType): Answer {
  return presentAs(request, kept, contentTypeHeader(contentType))
}

/** The same for what is not offered under several types. @param contentType as the header says it */
export function presentAs({ headers }: Request, kept: KeptBody, contentType: string): Answer {
  if (isNotModified(headers, kept.headers)) return kept.notModified()
  return kept.answer(contentType, chooseEncoding(headers.get('accept-encoding')))
}
