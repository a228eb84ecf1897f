/** The settings of a unit file of systemd: by section, each name with its values in their order. */
export type UnitFile = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Multiples of a second that a unit file may name. */
const secondsOf: Readonly<Record<string, number>> = { '': 1, s: 1, min: 60, h: 3600 }

/** Multiples of a byte. */
const bytesOf: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }

/** Reads a unit file. @throws with the line that is none */
export function readUnit(text: string): UnitFile {
  const sections = new Map<string, Map<string, string[]>>()
  let section: Map<string, string[]> | undefined
  for (const line of text.split('\n').filter((line) => line !== '' && !/^[#;]/.test(line))) {
    const [, heading] = line.match(/^\[(\w+)\]$/) ?? []
    const [, name, value = ''] = line.match(/^(\w+)=(.*)$/) ?? []
    if (heading !== undefined) {
      section = sections.get(heading) ?? new Map()
      sections.set(heading, section)
    } else if (name !== undefined && section !== undefined) {
      section.set(name, [...(section.get(name) ?? []), value])
    } else {
      throw new Error(`no line of a unit file: ${line}`)
    }
  }
  return sections
}

/** Seconds of a duration with one unit, such as `2min`. @throws when it is none */
export function secondsIn(duration: string): number {
  const [, count, unit = ''] = duration.match(/^(\d+)([a-z]*)$/) ?? []
  const seconds = secondsOf[unit]
  if (count === undefined || seconds === undefined) throw new Error(`no duration: ${duration}`)
  return Number(count) * seconds
}

/** Bytes of a size such as `800M` or, as compositions write it, `1g`. @throws when it is none */
export function bytesIn(size: string): number {
  const [, count, unit = ''] = size.toUpperCase().match(/^(\d+)([KMG])$/) ?? []
  const bytes = bytesOf[unit]
  if (count === undefined || bytes === undefined) throw new Error(`no size: ${size}`)
  return Number(count) * bytes
}
