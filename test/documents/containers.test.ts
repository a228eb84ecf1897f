import { expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { scripts } from '../../deploy/image/programs.ts'
import { namesOf, readText, root } from '../deploy/testing/deploy-files.ts'

const text = await readText('docs/operate/containers.md')

test('the programs and commands of the image are those that it names', () => {
  const [, list = ''] = text.match(/where NAME is (.*?)\. It runs/s) ?? []
  const named = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('the settings of the composition that it names are those of its example', async () => {
  const offered = new Set(namesOf(await readText('.env.example')))
  const named = [...text.matchAll(/`([A-Z_]{5,})`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(6)
  expect(named.filter((name) => !offered.has(name))).toEqual([])
})

test('every file and folder that it names is there', async () => {
  const paths = [...text.matchAll(/\b(deploy\/[\w./-]+\w)/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(1)
  for (const path of paths) {
    // Rejects with the path when it is not there.
    await stat(join(root, path))
  }
})
