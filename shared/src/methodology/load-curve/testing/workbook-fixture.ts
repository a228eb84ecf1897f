import { strToU8, zipSync } from 'fflate'
import { type MadeUpCurve, madeUpMeter, toClockText } from './curve-files-fixture.ts'

/** A cell of a made-up workbook: text, a number, or a number that is shown as a date; null leaves it out. */
export type MadeUpCell = string | number | { serial: number } | null

const escapeXml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

const toColumn = (index: number): string => String.fromCharCode(65 + index)

/** How texts stand in the file: shared by number, or in their cells. */
export type TextStorage = 'shared' | 'inline'

function writeCell(cell: MadeUpCell, reference: string, shared: string[] | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  // Style 1 shows a date: see the styles below.
  if (typeof cell === 'object') return `<c r="${reference}" s="1"><v>${cell.serial}</v></c>`
  if (shared === null) return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
  const known = shared.indexOf(cell)
  if (known < 0) shared.push(cell)
  return `<c r="${reference}" t="s"><v>${known < 0 ? shared.length - 1 : known}</v></c>`
}

/** XML of a worksheet. */
function writeSheet(rows: readonly (readonly MadeUpCell[])[], shared: string[] | null): string {
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, column) => writeCell(cell, `${toColumn(column)}${index + 1}`, shared))
    return `<row r="${index + 1}">${cells.join('')}</row>`
  })
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** Writes a workbook; `parts` replace or add parts of the zip file, `without` takes some away. */
export function writeWorkbook(
  sheets: Readonly<Record<string, readonly (readonly MadeUpCell[])[]>>,
  {
    texts = 'shared' as TextStorage,
    parts = {} as Record<string, string>,
    without = [] as string[],
    is1904 = false,
  } = {},
): Uint8Array {
  const shared: string[] = []
  const names = Object.keys(sheets)
  const files: Record<string, string> = {}
  for (const [index, rows] of Object.values(sheets).entries()) {
    files[`xl/worksheets/sheet${index + 1}.xml`] = writeSheet(rows, texts === 'shared' ? shared : null)
  }
  files['xl/workbook.xml'] =
    `<workbook xmlns:r="r"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`
  files['xl/_rels/workbook.xml.rels'] =
    `<Relationships>${names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`
  files['xl/styles.xml'] =
    '<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
  if (texts === 'shared') {
    files['xl/sharedStrings.xml'] = `<sst>${shared.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`
  }
  Object.assign(files, parts)
  for (const name of without) delete files[name]
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const toFrenchClock = (atMs: number): string => {
  const [date = '', time = ''] = toClockText(atMs).split('T')
  return `${date.split('-').reverse().join('/')} ${time}`
}

/** Writes a curve as the customer account of Enedis does: facts, then `Début | Fin | Valeur (en kW)` from the third column. */
export function writeCustomerWorkbook(curve: MadeUpCurve, { texts = 'shared' as TextStorage } = {}): Uint8Array {
  const stepMs = curve.minutes * 60_000
  const rows = curve.powerW.map((power, index) => {
    const startMs = curve.startMs + index * stepMs
    const value = power === null ? 'NA' : String(power / 1000).replace('.', ',')
    return [null, null, toFrenchClock(startMs), toFrenchClock(startMs + stepMs), value]
  })
  return writeWorkbook(
    {
      'Page d’accueil': [[null, 'Les données de ce fichier sont exportées de votre compte']],
      'Consommation Horaire': [
        [null, 'Point Référence Mesure (PRM) : ', madeUpMeter],
        [null, 'Type de comptage : ', 'Consommation Horaire'],
        [null, null, 'Plage horaire'],
        [null, null, 'Début', 'Fin', 'Valeur (en kW)'],
        ...rows,
      ],
    },
    { texts },
  )
}
