import { contentTypeHeader, type OfferedType } from '../gate/negotiate.ts'

/** Makes the answer to an operation whose body does not change while the program runs. */
export function createFixedAnswer(body: object): (contentType: OfferedType) => Promise<Response> {
  const text = JSON.stringify(body)
  return async (contentType) =>
    new Response(text, {
      headers: {
        'content-type': contentTypeHeader(contentType),
        'cache-control': 'public, max-age=3600',
        vary: 'Accept',
      },
    })
}
