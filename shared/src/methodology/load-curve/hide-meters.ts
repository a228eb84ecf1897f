/** Digits in a row from which a number may identify a meter (14) or a contract; dates and hours of file names have fewer. */
const identifier = /\d{11,}/g

/** A text without identifiers of meters and contracts: Enedis and suppliers write them into the names of their files. */
export const hideMeters = (text: string): string => text.replace(identifier, (digits) => 'X'.repeat(digits.length))
