import { languages } from '@hexawatt/shared/contract/values/languages'
import type { PublicRoute } from '../../http/page-routes.ts'
import { iconSvg } from '../../kit/assets.ts'
import { createServedPage, servePage } from '../../kit/served-page.ts'
import { sharePicturePath } from '../site.ts'

/** `max-age` of pictures, whose address stays when they change, s: a day. */
const maxAgeSeconds = 86_400

/** An icon whose edges a system may cut off: the mark stands within the middle 80 %, which always remain. */
export const maskableIconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192"><path fill="#10163a" d="M0 0h192v192H0z"/><g transform="translate(51 45)"><path fill="#2a379c" d="M45 3 87 27v48L45 99 3 75V27z"/><path d="M20 37 33 66 45 45 57 66 70 37" fill="none" stroke="#ffd873" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/></g></svg>'

/**
 * PNG files, by path: where SVG is not accepted. They are made from the SVG icons, and the share images from `test/site/testing/share-picture.ts`, by
 * `WRITE_SCREENSHOT=1 bun run test test/site/pictures.test.ts`.
 */
export const pngPictures: Readonly<Record<`/${string}`, string>> = {
  '/favicon.ico': 'favicon.png',
  '/apple-touch-icon.png': 'apple-touch-icon.png',
  '/icons/192.png': '192.png',
  '/icons/512.png': '512.png',
  '/icons/maskable-512.png': 'maskable-512.png',
  ...Object.fromEntries(languages.map((language) => [sharePicturePath(language), `share-${language}.png`])),
}

/** Folder of the PNG files. */
export const picturesDir = `${import.meta.dir}/pictures`

/** Icons for installed pages and bookmarks, and the images of shared links. */
export async function createPictureRoutes(): Promise<PublicRoute[]> {
  const drawings = { '/icons/icon.svg': iconSvg, '/icons/maskable.svg': maskableIconSvg }
  const pictures = Object.entries(pngPictures).map(async ([path, file]) =>
    servePicture(path, 'image/png', await Bun.file(`${picturesDir}/${file}`).bytes()),
  )
  return [
    ...Object.entries(drawings).map(([path, svg]) => servePicture(path, 'image/svg+xml', svg)),
    ...(await Promise.all(pictures)),
  ]
}

const servePicture = (path: string, contentType: string, body: string | Uint8Array<ArrayBuffer>): PublicRoute =>
  servePage(path, createServedPage({ contentType, body, maxAgeSeconds }))
