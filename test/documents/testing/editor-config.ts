/** Settings of an `.editorconfig` by section; those before the first section under the empty name. */
export type EditorConfig = Readonly<Record<string, Readonly<Record<string, string>>>>

/** @throws an Error at a line that is no section, setting, comment or empty line */
export function parseEditorConfig(text: string): EditorConfig {
  const sections: Record<string, Record<string, string>> = { '': {} }
  let section = ''
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue
    const [, name] = line.match(/^\[(.+)\]$/) ?? []
    const [, key, value] = line.match(/^([a-z_]+) *= *(.+)$/) ?? []
    if (name !== undefined) {
      section = name
      sections[section] = {}
    } else if (key !== undefined && value !== undefined) {
      sections[section] = { ...sections[section], [key]: value }
    } else {
      throw new Error(`.editorconfig: not understood: ${line}`)
    }
  }
  return sections
}
