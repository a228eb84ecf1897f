import { expect, test } from 'bun:test'
import { type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { iconSvg } from '../../svc-web/src/kit/assets.ts'
import { maskableIconSvg, picturesDir, pngPictures } from '../../svc-web/src/site/files/pictures.ts'
import { sharePicturePath } from '../../svc-web/src/site/site.ts'
import { launchBrowser, writesPictures } from '../dashboard/testing/browser.ts'
import { renderSharePicture, shareSize } from './testing/share-picture.ts'

type Picture = { width: number; height: number; svg: string }

/** A square icon with the mark in the middle of a colour. */
const square = (size: number, svg: string): Picture => ({ width: size, height: size, svg })

const share = (language: Language): Picture => ({ ...shareSize, svg: renderSharePicture(language) })

/** What each PNG file shows. */
const pictures: Readonly<Record<string, Picture>> = {
  '/favicon.ico': square(48, iconSvg),
  '/apple-touch-icon.png': square(180, maskableIconSvg),
  '/icons/192.png': square(192, iconSvg),
  '/icons/512.png': square(512, iconSvg),
  '/icons/maskable-512.png': square(512, maskableIconSvg),
  ...Object.fromEntries(languages.map((language) => [sharePicturePath(language), share(language)])),
}

/** Width and height in the head of a PNG file. */
async function readSize(file: string): Promise<[width: number, height: number]> {
  const head = Buffer.from(await Bun.file(`${picturesDir}/${file}`).slice(0, 24).arrayBuffer())
  expect(head.toString('latin1', 1, 4)).toBe('PNG')
  return [head.readUInt32BE(16), head.readUInt32BE(20)]
}

async function writePictures(): Promise<void> {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  for (const [path, file] of Object.entries(pngPictures)) {
    const { width, height, svg } = pictures[path] ?? square(1, '')
    await page.setViewportSize({ width, height })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
    await page.screenshot({ path: `${picturesDir}/${file}`, omitBackground: true })
  }
  await browser.close()
}

test('every PNG picture of the site exists in the size that it is offered in', async () => {
  if (writesPictures) await writePictures()
  expect(Object.keys(pngPictures).sort()).toEqual(Object.keys(pictures).sort())
  for (const [path, file] of Object.entries(pngPictures)) {
    const { width, height } = pictures[path] ?? square(0, '')
    expect([path, ...(await readSize(file))]).toEqual([path, width, height])
  }
})
