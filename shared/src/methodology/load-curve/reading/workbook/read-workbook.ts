import { LoadCurveRefusal } from '../../load-curve.ts'
import { readSheetRows, type SheetContext } from './read-sheet.ts'
import { decodeReferences, readAttribute, scanXml } from './scan-xml.ts'
import { createInflateBudget, type InflateBudget, inflateEntry, listEntries, type ZipEntry } from './unzip-entries.ts'

/** Worksheets of a workbook. */
const maxSheets = 50
/** Texts that cells share. */
const maxSharedStrings = 2_000_000

/** A workbook whose parts are inflated when they are asked for. */
type Parts = { bytes: Uint8Array; entries: Map<string, ZipEntry>; budget: InflateBudget }

/** Text of a part in pieces; none if the workbook has no such part. */
function* readPart({ bytes, entries, budget }: Parts, name: string): Generator<string> {
  const entry = entries.get(name)
  if (entry === undefined) return
  const decoder = new TextDecoder()
  for (const piece of inflateEntry(bytes, entry, budget)) yield decoder.decode(piece, { stream: true })
}

/** What a zip file seems to be that is no workbook in the format of Excel. */
function guessZip(entries: ReadonlyMap<string, ZipEntry>): string {
  if (entries.has('xl/workbook.bin')) return 'old-workbook'
  if (entries.has('word/document.xml')) return 'document'
  return entries.has('content.xml') && entries.has('mimetype') ? 'open-document' : 'zip'
}

function readSharedStrings(parts: Parts): string[] {
  const texts: string[] = []
  let text = ''
  let isPhonetic = false
  for (const tag of scanXml(readPart(parts, 'xl/sharedStrings.xml'))) {
    if (tag.name === 'rPh') isPhonetic = !tag.isEnd
    else if (tag.name === 't' && tag.isEnd && !isPhonetic) text += decodeReferences(tag.text)
    else if (tag.name === 'si' && (tag.isEnd || tag.isEmpty)) {
      if (texts.length >= maxSharedStrings) throw new LoadCurveRefusal('workbook-damaged')
      texts.push(text)
      text = ''
    }
  }
  return texts
}

/** Whether a built-in number format shows a date or time. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format of the workbook shows a date or time: letters outside of quoted texts and conditions. */
const isDateFormat = (code: string): boolean =>
  /[dyhms]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|general|standard/gi, ''))

function readDateStyles(parts: Parts): boolean[] {
  const formats = new Map<number, boolean>()
  const styles: boolean[] = []
  let isInCells = false
  for (const tag of scanXml(readPart(parts, 'xl/styles.xml'))) {
    const format = Number(readAttribute(tag.attributes, 'numFmtId'))
    if (tag.name === 'cellXfs') isInCells = !tag.isEnd
    else if (tag.name === 'numFmt') formats.set(format, isDateFormat(readAttribute(tag.attributes, 'formatCode')))
    else if (tag.name === 'xf' && isInCells && !tag.isEnd) styles.push(formats.get(format) ?? isBuiltInDate(format))
  }
  return styles
}

/** Parts of the worksheets in the order of their tabs, and the day that the workbook counts from. */
function readTabs(parts: Parts) {
  const targets = new Map<string, string>()
  for (const tag of scanXml(readPart(parts, 'xl/_rels/workbook.xml.rels'))) {
    if (tag.name !== 'Relationship') continue
    const target = readAttribute(tag.attributes, 'Target')
    targets.set(readAttribute(tag.attributes, 'Id'), target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  const tabs: { name: string; part: string }[] = []
  let dayZero = '1899-12-30'
  for (const tag of scanXml(readPart(parts, 'xl/workbook.xml'))) {
    if (tag.name === 'workbookPr' && /^(1|true)$/.test(readAttribute(tag.attributes, 'date1904')))
      dayZero = '1904-01-01'
    if (tag.name !== 'sheet' || tag.isEnd) continue
    const part = targets.get(readAttribute(tag.attributes, 'id')) ?? ''
    tabs.push({ name: readAttribute(tag.attributes, 'name'), part })
  }
  return { tabs: tabs.slice(0, maxSheets), dayZero }
}

/**
 * Rows of all worksheets of a workbook, each sheet after a row with its name as the type of its data.
 *
 * @throws LoadCurveRefusal if the file is no workbook, or one that is not safe to read
 */
export function* readWorkbookRows(bytes: Uint8Array): Generator<string[]> {
  const entries = new Map(listEntries(bytes).map((entry) => [entry.name, entry]))
  if (!entries.has('xl/workbook.xml')) throw new LoadCurveRefusal('not-a-load-curve', { seems: guessZip(entries) })
  if ([...entries.keys()].some((name) => name.startsWith('xl/externalLinks/'))) {
    throw new LoadCurveRefusal('workbook-unsafe')
  }
  const parts: Parts = { bytes, entries, budget: createInflateBudget() }
  const { tabs, dayZero } = readTabs(parts)
  const context: SheetContext = {
    sharedStrings: readSharedStrings(parts),
    isDateStyle: readDateStyles(parts),
    dayZero,
  }
  for (const { name, part } of tabs) {
    yield ['Type de comptage', name]
    yield* readSheetRows(readPart(parts, part), context)
  }
}
