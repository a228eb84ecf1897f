import { type Answer, answerHeaders } from '../http/answer.ts'
import { allowedMethods } from './match-resource.ts'

/** Request headers that scripts in a browser may send. */
const allowedRequestHeaders = 'X-Api-Key, X-Request-Id, Traceparent, Accept, If-None-Match, If-Modified-Since'

/** Answer to OPTIONS, a CORS preflight or not. */
export const optionsAnswer: Answer = {
  status: 204,
  headers: answerHeaders({
    allow: allowedMethods,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': allowedRequestHeaders,
    'access-control-max-age': '86400',
  }),
  body: null,
}
