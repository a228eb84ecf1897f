import { LoadCurveRefusal, type SeemingFile } from '../load-curve.ts'
import { listJsonRows } from './layouts/enedis-professional.ts'
import { decodeText } from './text/decode-text.ts'
import { splitRows } from './text/split-rows.ts'
import { readWorkbookRows } from './workbook/read-workbook.ts'

/** First bytes of files that people take for their load curve. */
const signatures: readonly [SeemingFile | 'workbook' | 'compound', readonly number[]][] = [
  ['workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  // Workbooks before Excel 2007, and newer ones with a password.
  ['compound', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['archive', [0x1f, 0x8b]],
  ['archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['archive', [0x52, 0x61, 0x72, 0x21]],
]

/** Beginning of a text that is looked at. */
const sampledCharacters = 4_000

function findSignature(bytes: Uint8Array): (typeof signatures)[number][0] | null {
  const found = signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))
  return found?.[0] ?? null
}

/** Whether an Excel file has a password: it then holds a stream of this name, in UTF-16. */
function hasPassword(bytes: Uint8Array): boolean {
  const name = Uint8Array.from('EncryptedPackage'.split('').flatMap((letter) => [letter.charCodeAt(0), 0]))
  const first = name[0] ?? 0
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (name.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

/** What a text seems to be, from its beginning. */
function guessText(text: string): SeemingFile {
  const sample = text.slice(0, sampledCharacters)
  // Control characters other than tab, line feed and carriage return.
  const controls = sample.match(/[^\P{Cc}\t\n\r]|\ufffd/gu)?.length ?? 0
  if (controls > sample.length / 50) return 'binary'
  if (/^\s*(<!doctype html|<html)/i.test(sample)) return 'web-page'
  if (/^\s*<[?a-z]/i.test(sample)) return 'xml'
  const lines = sample.split('\n').slice(0, 10)
  return lines.filter((line) => /[;,\t]/.test(line)).length >= 2 ? 'table' : 'text'
}

/**
 * Opens a file: its rows, and what it seems to be should they be no load curve.
 *
 * @throws LoadCurveRefusal if it cannot hold any rows
 */
export function openFile(bytes: Uint8Array): { rows: Iterable<string[]>; seems: SeemingFile } {
  const signature = findSignature(bytes)
  if (signature === 'workbook') return { rows: readWorkbookRows(bytes), seems: 'table' }
  if (signature === 'compound' && hasPassword(bytes)) throw new LoadCurveRefusal('workbook-encrypted')
  if (signature === 'compound') throw new LoadCurveRefusal('not-a-load-curve', { seems: 'old-workbook' })
  if (signature !== null) throw new LoadCurveRefusal('not-a-load-curve', { seems: signature })
  const text = decodeText(bytes)
  if (text.trim() === '') throw new LoadCurveRefusal('empty-file')
  if (/^\s*[{[]/.test(text)) return { rows: listJsonRows(text), seems: 'json' }
  const seems = guessText(text)
  if (seems === 'binary' || seems === 'web-page' || seems === 'xml') {
    throw new LoadCurveRefusal('not-a-load-curve', { seems })
  }
  return { rows: splitRows(text), seems }
}
