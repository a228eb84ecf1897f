import { expect, test } from 'bun:test'
import { isTest, readSources } from './source-files.ts'

const files = (await readSources()).filter(({ path }) => !isTest(path))
const native = files.filter(({ text }) => /from 'bun:ffi'/.test(text)).map(({ path }) => path)

test('the C library is called in folders named `native` only, and a page says what for', async () => {
  expect(native.length).toBeGreaterThan(0)
  expect(native.filter((path) => !path.includes('/native/'))).toEqual([])
  const pages = new Bun.Glob('docs/develop/*.md').scan({ cwd: `${import.meta.dir}/../..`, absolute: true })
  const texts = (await Promise.all((await Array.fromAsync(pages)).map((page) => Bun.file(page).text()))).join('\n')
  expect(native.filter((path) => !texts.includes(path))).toEqual([])
})
