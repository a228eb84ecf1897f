import { ServiceCallError } from './service-call-error.ts'

/**
 * Reads a whole body, so that a service that fails halfway gives an error and not half an answer.
 *
 * @throws ServiceCallError `too_large` above `maxBytes`; whatever the connection throws
 */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declaredBytes = Number(response.headers.get('content-length') ?? Number.NaN)
  if (declaredBytes > maxBytes) throw await tooLarge(response)
  // The HTTP client reads no more than was declared.
  if (Number.isFinite(declaredBytes)) return new Uint8Array(await response.arrayBuffer())
  return readChunks(response, maxBytes)
}

async function readChunks(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let readBytes = 0
  for await (const chunk of response.body ?? []) {
    readBytes += chunk.byteLength
    if (readBytes > maxBytes) throw new ServiceCallError('too_large')
    chunks.push(chunk)
  }
  return joined(chunks, readBytes)
}

function joined(chunks: readonly Uint8Array[], totalBytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(totalBytes)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

async function tooLarge(response: Response): Promise<ServiceCallError> {
  await response.body?.cancel()
  return new ServiceCallError('too_large')
}
