import { describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot, systemFolder } from '@hexawatt/dev/src/up/data-folder/places.ts'
import { readText } from '../deploy/testing/deploy-files.ts'
import { installLines, installPages } from '../documents/testing/install-facts.ts'
import { shownCommands } from '../documents/testing/shown-commands.ts'
import { readUnit } from './testing/unit-file.ts'

const allText = [...installPages.values()].join('\n')

test('every command of docs/install is one that was run, and none is listed that no page shows', () => {
  const shown = [...installPages.values()].flatMap((page) => shownCommands(page).map(({ line }) => line.trim()))
  expect([...new Set(shown)].sort()).toEqual(installLines.toSorted())
})

describe('docs/install', () => {
  test('every page is in the index, and says or links what a home needs from the first key to the removal', () => {
    const [index = '', ...pages] = installPages.values()
    for (const name of [...installPages.keys()].slice(1)) expect(index).toContain(`](${name}.md)`)
    const topics = [/first key/i, /from the phone/i, /upgrade/i, /back up|backup/i, /remove/i]
    const missing = pages.map((page) => topics.filter((topic) => !topic.test(page)).map(String))
    expect(missing).toEqual(pages.map(() => []))
  })

  test('Bun is fetched in the version of the image', async () => {
    const { optionalDependencies } = JSON.parse(await readText('deploy/image/bun/package.json'))
    const [version] = new Set(Object.values(optionalDependencies))
    const named = [...allText.matchAll(/\bbun@([\d.]+)/g)].map(([, one]) => one)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((one) => one !== version)).toEqual([])
  })

  test('the folders and the user of the commands are those of the unit', async () => {
    const service = readUnit(await readText('deploy/home/hexawatt.service')).get('Service')
    const sources = service?.get('WorkingDirectory')?.[0] ?? ''
    const user = service?.get('User')?.[0] ?? ''
    const page = installPages.get('systemd') ?? ''
    expect(page).toContain(`sudo git clone ADDRESS ${sources}\n`)
    expect(page).toContain(`sudo ln -s ${systemFolder} ${sources}/.hexawatt\n`)
    expect(page).toMatch(new RegExp(`^sudo useradd .*--home-dir ${systemFolder} .* ${user}$`, 'm'))
    expect(service?.get('EnvironmentFile')).toEqual(['-/etc/hexawatt.env'])
    expect(page).toContain('`/etc/hexawatt.env`')
  })

  test('every file of the repository that a page names is there', async () => {
    const paths = [...allText.matchAll(/\b(deploy\/home\/[\w./-]+\w)/g)].map(([, path = '']) => path)
    expect(new Set(paths).size).toBe(2)
    for (const path of new Set(paths)) await stat(join(repositoryRoot, path))
  })
})
