import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StartedHome } from './home-fixture.ts'

const page = join(import.meta.dir, '../../../../docs/guide/integrations/home-assistant.md')

/** Switches of the names that the automations of the page have, and at the end the list into which a user pastes them. */
export const devices = ['lave_vaisselle', 'wallbox']
  .reduce((text, name) => text + describeSwitch(name), 'template:\n  - switch:\n')
  .concat('input_boolean:\n  held_lave_vaisselle:\n  held_wallbox:\nautomation:\n')

/** Pastes the automations of the page into the configuration that ends with {@link devices}, and loads them, as its user does after the set-up. */
export async function pasteAutomations({ home, current }: StartedHome): Promise<void> {
  const [, section = ''] = (await Bun.file(page).text()).split('\n## Automations\n')
  const [, snippet = ''] = section.split('```yaml\n')
  const automations = snippet.slice(0, snippet.indexOf('```'))
  await appendFile(join(home.folder, 'configuration.yaml'), automations.replaceAll(/^(?=.)/gm, '  '))
  await current().post('/api/services/automation/reload')
}

function describeSwitch(name: string): string {
  const turn = (state: string) =>
    `[{action: input_boolean.turn_${state}, target: {entity_id: input_boolean.held_${name}}}]`
  return `      - name: ${name}
        state: "{{ is_state('input_boolean.held_${name}', 'on') }}"
        turn_on: ${turn('on')}
        turn_off: ${turn('off')}
`
}
