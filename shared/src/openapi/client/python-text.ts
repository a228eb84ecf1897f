/** Widest line of the Python client, characters. */
export const maxLineChars = 120

/** Characters of the quotes that close a docstring. */
const closingChars = 3

/** A docstring as the formatter leaves it: on one line where it fits, else wrapped. */
export function renderDocstring(text: string, indent = ''): string {
  const line = `${indent}"""${text}"""`
  if (line.length <= maxLineChars) return line
  return [...wrapWords(`"""${text}`, indent), `${indent}"""`].join('\n')
}

/** The words of a text on lines that fit, also with closing quotes, which the formatter would else put on the only line. */
function wrapWords(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    const longer = line === indent ? line + word : `${line} ${word}`
    if (longer.length <= maxLineChars - closingChars || line === indent) line = longer
    else {
      lines.push(line)
      line = indent + word
    }
  }
  return [...lines, line]
}

/** A call or list on one line where it fits, else one entry a line with a comma behind each, as the formatter writes it. */
export function renderBrackets(start: string, entries: readonly string[], end: string, indent = ''): string {
  const line = `${indent}${start}${entries.join(', ')}${end}`
  if (line.length <= maxLineChars) return line
  return [`${indent}${start}`, ...entries.map((entry) => `${indent}    ${entry},`), `${indent}${end}`].join('\n')
}

/** An annotation or alias of few texts, one a line where they do not fit on the line. */
export function renderLiterals(start: string, values: readonly unknown[], indent = ''): string {
  const line = `${indent}${start}${literalsOf(values)}`
  if (line.length <= maxLineChars) return line
  const lines = ['    Literal[', ...values.map((value) => `        "${value}",`), '    ]', '    | str', ')']
  return [`${indent}${start}(`, ...lines.map((text) => indent + text)].join('\n')
}

/** The type of a text of few values: a new value of the API must not make an answer unreadable, so any text is accepted. */
export const literalsOf = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => `"${value}"`).join(', ')}] | str`

/** Words of Python that cannot be the name of an attribute; names of fields are never capitalised. */
const keywords: ReadonlySet<string> = new Set([
  ...['and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else', 'except'],
  ...['finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not', 'or', 'pass'],
  ...['raise', 'return', 'try', 'while', 'with', 'yield'],
])

/** Units whose capital letters are no beginnings of words. */
const units = [
  ['KWh', 'Kwh'],
  ['MWh', 'Mwh'],
  ['KW', 'Kw'],
  ['MW', 'Mw'],
  ['GCo2', 'Gco2'],
  ['gCo2', 'gco2'],
] as const

/** Name of a field as an attribute in Python: `productionGCo2PerKwh` is `production_gco2_per_kwh`, `from` is `from_`. */
export function toPythonName(name: string): string {
  const spelled = units.reduce((text, [unit, word]) => text.replace(unit, word), name)
  const snake = spelled.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return keywords.has(snake) ? `${snake}_` : snake
}

/** Name of the method of an operation in the Python client: `getScoreHistory` is `score_history`. */
export function toPythonMethod(id: string): string {
  return toPythonName(id.slice('get'.length)).slice('_'.length)
}

/** Name of a module of Python: `score-history` is `score_history`. */
export function toModuleName(file: string): string {
  return file.replaceAll('-', '_')
}
