import { afterAll, expect, test } from 'bun:test'
import { chown, copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter } from '@hexawatt/dev/src/embedded/service-user.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { type BrowserLookups, findBrowser } from './testing/browser.ts'
import { packagedPlatform } from './testing/packaged-browser.ts'

const packaged = { executablePath: '/cache/chromium', env: { LD_LIBRARY_PATH: '/cache/lib' } }
const nothing: BrowserLookups = {
  named: undefined,
  onPath: () => null,
  platform: packagedPlatform,
  unpack: async () => packaged,
}
const onPath = (program: string) => (program === 'chromium' ? '/usr/bin/chromium' : null)

test('a browser that is named is used before the packaged browser, and the packaged one before the one on the PATH', async () => {
  const programs = [
    await findBrowser({ ...nothing, named: '/opt/chrome', onPath }),
    await findBrowser({ ...nothing, onPath }),
    await findBrowser({ ...nothing, platform: 'darwin-arm64', onPath }),
  ]
  expect(programs.map(({ executablePath }) => executablePath)).toEqual([
    '/opt/chrome',
    packaged.executablePath,
    '/usr/bin/chromium',
  ])
})

test('if the package has no browser, the message names both ways to provide one', async () => {
  const error = await findBrowser({ ...nothing, platform: 'darwin-arm64' }).catch(String)
  for (const words of ['darwin-arm64', '`chromium`', 'CHROMIUM_PATH']) expect(error).toContain(words)
})

const folder = await makeTemporaryFolder({ holdsPrograms: true })
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Prints how wide the packaged browser, unpacked into the working folder, shows narrow and wide letters, px. */
const measureLetters = `
  import { launchBrowser } from '${join(import.meta.dir, 'testing/browser.ts')}'
  import { packagedPlatform, unpackBrowser } from '${join(import.meta.dir, 'testing/packaged-browser.ts')}'
  const unpack = () => unpackBrowser('.')
  const browser = await launchBrowser({ named: undefined, onPath: () => null, platform: packagedPlatform, unpack })
  const page = await browser.newPage()
  await page.setContent('<span>iiiiiiii</span><br><span>MMMMMMMM</span>')
  const widths = await page.locator('span').evaluateAll((spans) => spans.map((span) => span.offsetWidth))
  console.log(JSON.stringify(widths))
  await browser.close()`

test('an ordinary user gets the packaged browser in a folder of their own, and it renders text', async () => {
  if (`${process.platform}-${process.arch}` !== packagedPlatform) {
    return console.warn(`SKIPPED: the packaged browser is for ${packagedPlatform}`)
  }
  const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 }
  const isRoot = process.getuid?.() === 0
  if (isRoot && !canEnter(import.meta.dir, nobody)) {
    return console.warn('SKIPPED: the packaged browser as an ordinary user: other users cannot reach this project')
  }
  const bun = join(folder, 'bun')
  await copyFile(process.execPath, bun)
  if (isRoot) await chown(folder, nobody.uid, nobody.gid)
  const child = Bun.spawn([bun, '-e', measureLetters], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder },
    stderr: 'inherit',
    ...(isRoot ? { uid: nobody.uid, gid: nobody.gid } : {}),
  })
  const [narrow, wide]: number[] = await child.stdout.json()
  expect(narrow).toBeGreaterThan(0)
  expect(wide).toBeGreaterThan(2 * (narrow ?? 0))
  expect(await child.exited).toBe(0)
})
