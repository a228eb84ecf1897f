import { Inflate } from 'fflate'
import { LoadCurveRefusal } from '../../load-curve.ts'

/** Size of everything that is read from a workbook, inflated. */
const maxInflatedMegabytes = 200
/** Parts of a workbook. */
const maxEntries = 1_000
/** Compressed bytes that are inflated at a time: at most a thousandfold comes out before the size is checked. */
const chunkBytes = 16_384

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const entryLength = 46
const localLength = 30
/** Longest comment behind the end of the directory. */
const maxComment = 65_535

const stored = 0
const deflated = 8

export type ZipEntry = { name: string; method: number; isEncrypted: boolean; offset: number; compressedBytes: number }

const refuseDamaged = (): never => {
  throw new LoadCurveRefusal('workbook-damaged')
}

/** Position of the end of the directory; minus one if the file has none. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - maxComment)
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  return -1
}

/**
 * Lists what a zip file holds, by its directory; nothing is inflated.
 *
 * @throws LoadCurveRefusal if the directory is broken
 */
export function listEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end < 0) return refuseDamaged()
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) return refuseDamaged()
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > end || view.getUint32(at, true) !== entrySignature) return refuseDamaged()
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + entryLength, at + entryLength + nameLength))
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      offset: view.getUint32(at + 42, true),
      compressedBytes: view.getUint32(at + 20, true),
    })
    at += entryLength + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Compressed bytes of an entry. */
function findData(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { offset, compressedBytes } = entry
  if (offset + localLength > bytes.length || view.getUint32(offset, true) !== localSignature) return refuseDamaged()
  const from = offset + localLength + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  return from + compressedBytes > bytes.length ? refuseDamaged() : bytes.subarray(from, from + compressedBytes)
}

/** What may still be inflated of one workbook: the size that an entry states is not believed. */
export const createInflateBudget = () => ({ bytes: maxInflatedMegabytes * 1_000_000 })

export type InflateBudget = ReturnType<typeof createInflateBudget>

function spend(budget: InflateBudget, bytes: number): void {
  budget.bytes -= bytes
  if (budget.bytes < 0) throw new LoadCurveRefusal('workbook-too-large', { atMostMegabytes: maxInflatedMegabytes })
}

/**
 * Inflates an entry piece by piece.
 *
 * @throws LoadCurveRefusal if it is broken, or as soon as more comes out than the budget allows
 */
export function* inflateEntry(bytes: Uint8Array, entry: ZipEntry, budget: InflateBudget): Generator<Uint8Array> {
  if (entry.isEncrypted) throw new LoadCurveRefusal('workbook-encrypted')
  const data = findData(bytes, entry)
  if (entry.method !== stored && entry.method !== deflated) refuseDamaged()
  let pieces: Uint8Array[] = []
  const inflate = new Inflate((piece) => pieces.push(piece))
  for (let from = 0; from < data.length; from += chunkBytes) {
    const chunk = data.subarray(from, from + chunkBytes)
    if (entry.method === stored) pieces.push(chunk)
    else {
      try {
        inflate.push(chunk, from + chunkBytes >= data.length)
      } catch {
        refuseDamaged()
      }
    }
    for (const piece of pieces) {
      spend(budget, piece.length)
      yield piece
    }
    pieces = []
  }
}
