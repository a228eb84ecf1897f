/** Bytes of the beginning that tell UTF-16 without a byte-order mark: every second one is zero in Latin text. */
const sampledBytes = 512

function countZeros(bytes: Uint8Array, from: number): number {
  let zeros = 0
  for (let index = from; index < Math.min(bytes.length, sampledBytes); index += 2) if (bytes[index] === 0) zeros += 1
  return zeros
}

type Encoding = 'utf-8' | 'utf-16' | 'utf-16 swapped'

function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16'
  if (first === 0xfe && second === 0xff) return 'utf-16 swapped'
  const half = Math.min(bytes.length, sampledBytes) / 2
  if (half >= 8 && countZeros(bytes, 1) > half * 0.8) return 'utf-16'
  if (half >= 8 && countZeros(bytes, 0) > half * 0.8) return 'utf-16 swapped'
  return 'utf-8'
}

/** Exchanges the bytes of each pair: big-endian UTF-16 becomes little-endian. */
function swapPairs(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length - (bytes.length % 2))
  for (let index = 0; index < swapped.length; index += 2) {
    swapped[index] = bytes[index + 1] ?? 0
    swapped[index + 1] = bytes[index] ?? 0
  }
  return swapped
}

/** Text of a file in UTF-8, UTF-16 or Windows-1252 (which contains Latin-1), without its byte-order mark. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = guessEncoding(bytes)
  if (encoding === 'utf-16') return new TextDecoder('utf-16').decode(bytes)
  if (encoding === 'utf-16 swapped') return new TextDecoder('utf-16').decode(swapPairs(bytes))
  try {
    // As a stream: the last character of a file that was cut off is left out instead of making it no UTF-8.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
