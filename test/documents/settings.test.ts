import { describe, expect, test } from 'bun:test'
import { renderSettingsPage, settingsPage } from '@hexawatt/dev/src/documents/settings-page.ts'
import { programSchemas } from '@hexawatt/dev/src/up/program-settings.ts'
import { movedSettings } from '@hexawatt/gateway/src/moved-settings.ts'
import { rolePasswordSettings } from '@hexawatt/shared/postgres/roles/program-roles'
import { readText } from '../deploy/testing/deploy-files.ts'

const { upstream: _demo, ...schemas } = programSchemas
const page = await readText(settingsPage)

/** Settings that another program of the product sets, never an operator. */
const setByPrograms = ['EXIT_WITH_STDIN', 'GATEWAY_PROCESS']

describe(settingsPage, () => {
  test('is what bun dev/src/documents/write-settings.ts makes of the settings of the programs', async () => {
    expect(page).toBe(await renderSettingsPage())
  })

  test('has one line for each setting of a program, and none that no program reads', () => {
    const perApi = /^(RTE_CLIENT_(?:ID|SECRET))_\w+$/
    const known = Object.values(schemas).flatMap(({ entries }) => Object.keys(entries))
    const wanted = known.filter((name) => !setByPrograms.includes(name)).map((name) => name.replace(perApi, '$1_<API>'))
    const shown = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z][A-Z_<>]+/g) ?? [],
    )
    expect(shown.toSorted()).toEqual([...new Set(wanted)].toSorted())
  })

  test('names the password of the role of each program', () => {
    expect(Object.keys(rolePasswordSettings).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

test('a setting that the gateway says to have moved is one of svc-web', () => {
  expect(movedSettings.filter((name) => !Object.hasOwn(programSchemas['svc-web'].entries, name))).toEqual([])
})
