import { createServedPage, type PageContent, type ServedPage } from './served-page.ts'

/** A year, which is what caches take for ever. */
const maxAgeSeconds = 31_536_000

/** A file of a page, under a path that changes with its content. */
export type VersionedAsset = { path: string; page: ServedPage }

/** @param folder path that the file stands under, such as `/dashboard` */
export function versionedAsset(
  folder: string,
  name: string,
  { contentType, body }: Pick<PageContent, 'contentType' | 'body'>,
): VersionedAsset {
  return {
    path: `${folder}/${Bun.hash.xxHash64(body).toString(36)}/${name}`,
    page: createServedPage({ contentType, body, maxAgeSeconds, isImmutable: true }),
  }
}

/** Relative to the page, so that the installation may stand below a path. */
export const relativePath = ({ path }: VersionedAsset): string => path.slice(1)
