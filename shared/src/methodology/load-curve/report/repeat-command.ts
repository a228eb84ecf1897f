/** The input on which the figures of a statement depend, apart from the data of the API. */
export type RepeatedStatement = {
  fileName: string
  apiUrl: string
  /** Terms of the contract by the names of the API's parameters. */
  contract: Readonly<Record<string, string | number | undefined>>
  contracts: readonly string[] | undefined
  /** Values of the other options as they were given, by their names. */
  others: Readonly<Record<string, string | undefined>>
  flags: readonly string[]
}

/** The names of the options that are not the names of the parameters. */
const optionNames: Readonly<Record<string, string>> = { adderEurPerKwh: 'adder', vatPercent: 'vat' }

/**
 * The command that gives the same statement on another machine: with the contract itself, also where it came from the contract file, without the
 * folders of this machine, and without a key, which a statement does not need.
 */
export function writeCommand({ fileName, apiUrl, contract, contracts, others, flags }: RepeatedStatement): string {
  const given = Object.entries({ ...contract, ...others }).flatMap(([name, value]) =>
    value === undefined ? [] : [formatLongName(optionNames[name] ?? name), String(value)],
  )
  const words = [
    ...['hexawatt', 'statement', fileName.startsWith('-') && fileName !== '-' ? `./${fileName}` : fileName],
    ...['--url', apiUrl, ...given],
    ...(contracts === undefined ? [] : ['--contracts', contracts.join(',')]),
    ...flags,
  ]
  return words.map(quoteWord).join(' ')
}

/** A word as a POSIX shell reads it unchanged. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** `--off-peak` of `offPeak`. */
const formatLongName = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
