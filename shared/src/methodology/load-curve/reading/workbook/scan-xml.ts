import { LoadCurveRefusal } from '../../load-curve.ts'

/** Longest text or tag: a cell has at most 32,767 characters, each perhaps as a reference. */
const maxPiece = 250_000

/** A tag and the text before it; the object is reused. */
export type Tag = {
  /** Text since the tag before, as it stands in the file. */
  text: string
  /** Name without its prefix. */
  name: string
  attributes: string
  /** True for `</name>`. */
  isEnd: boolean
  /** True for `<name/>`. */
  isEmpty: boolean
}

const refuseDamaged = (): never => {
  throw new LoadCurveRefusal('workbook-damaged')
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const doubleQuote = 34
const singleQuote = 39
const closing = 62

/** Where a tag ends, behind its `>`; zero if it is not whole yet. A `>` within quotes does not end it. */
function findTagEnd(xml: string, from: number): number {
  if (xml.startsWith('<!--', from)) {
    const close = xml.indexOf('-->', from + 4)
    return close < 0 ? 0 : close + 3
  }
  let quote = 0
  for (let at = from + 1; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === closing) return at + 1
    else if (code === doubleQuote || code === singleQuote) quote = code
  }
  return 0
}

const slash = 47
const colon = 58

/** Fills the tag from what stands between its `<` and `>`. */
function readTag(xml: string, open: number, close: number, tag: Tag): void {
  tag.isEnd = xml.charCodeAt(open) === slash
  tag.isEmpty = xml.charCodeAt(close - 1) === slash
  const to = tag.isEmpty ? close - 1 : close
  let nameFrom = tag.isEnd ? open + 1 : open
  let nameTo = nameFrom
  while (nameTo < to && !isSpace(xml.charCodeAt(nameTo))) {
    nameTo += 1
    if (xml.charCodeAt(nameTo - 1) === colon) nameFrom = nameTo
  }
  tag.name = xml.slice(nameFrom, nameTo)
  tag.attributes = xml.slice(nameTo, to)
}

/**
 * Scans the tags of an XML text that comes in pieces. It knows no document type, hence no entities to expand or to
 * fetch: a text that declares one is refused.
 *
 * @throws LoadCurveRefusal if the text is no XML, or declares a document type
 */
export function* scanXml(pieces: Iterable<string>): Generator<Tag> {
  const tag: Tag = { text: '', name: '', attributes: '', isEnd: false, isEmpty: false }
  let xml = ''
  for (const piece of pieces) {
    xml += piece
    let at = 0
    for (;;) {
      const open = xml.indexOf('<', at)
      // A declaration is told from a comment by four characters.
      const end = open < 0 || open + 4 > xml.length ? 0 : findTagEnd(xml, open)
      if (end === 0) break
      const isDeclaration = xml[open + 1] === '!'
      if (isDeclaration && !xml.startsWith('<!--', open)) throw new LoadCurveRefusal('workbook-unsafe')
      if (!isDeclaration && xml[open + 1] !== '?') {
        tag.text = xml.slice(at, open)
        readTag(xml, open + 1, end - 1, tag)
        yield tag
      }
      at = end
    }
    xml = xml.slice(at)
    if (xml.startsWith('<!') && !xml.startsWith('<!--') && xml.length >= 4)
      throw new LoadCurveRefusal('workbook-unsafe')
    if (xml.length > maxPiece) refuseDamaged()
  }
  if (xml.includes('<')) refuseDamaged()
}

/** Value of an attribute, by its name without prefix; empty if the tag has none of that name. */
export function readAttribute(attributes: string, name: string): string {
  for (let at = attributes.indexOf(`${name}=`); at > 0; at = attributes.indexOf(`${name}=`, at + 1)) {
    const quote = attributes[at + name.length + 1]
    const before = attributes.charCodeAt(at - 1)
    if (!(isSpace(before) || before === colon) || (quote !== '"' && quote !== "'")) continue
    const from = at + name.length + 2
    const to = attributes.indexOf(quote, from)
    return to < 0 ? '' : decodeReferences(attributes.slice(from, to))
  }
  return ''
}

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Text with its character references decoded.
 *
 * @throws LoadCurveRefusal at a reference to an entity that XML does not predefine
 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&]{0,12});?/g, (whole, reference: string) => {
    const known = predefined[reference]
    if (known !== undefined && whole.endsWith(';')) return known
    const number = /^#(x[0-9a-f]{1,6}|\d{1,7})$/i.exec(reference)?.[1]
    const code = number === undefined ? Number.NaN : Number(number.startsWith('x') ? `0${number}` : number)
    return code > 0 && code <= 0x10ffff && whole.endsWith(';') ? String.fromCodePoint(code) : refuseDamaged()
  })
}
