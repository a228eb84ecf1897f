import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** A browser program and the environment it needs in addition to the caller's environment. */
export type BrowserProgram = { executablePath: string; env: Record<string, string> }

/** The program in the package is built only for this platform. */
export const packagedPlatform = 'linux-x64'

const decompress = promisify(brotliDecompress)

/**
 * The Chromium of the npm package `@sparticuz/chromium`, with the libraries and the font it brings, unpacked into `cacheDir`
 * once per version (230 MB): nothing is installed, and no rights are needed but to write there.
 *
 * The package's own function would unpack into the shared temporary folder and run a file that any user has put there before.
 */
export async function unpackBrowser(cacheDir: string): Promise<BrowserProgram> {
  const packageDir = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const { version }: { version: string } = await Bun.file(join(packageDir, 'package.json')).json()
  // An absolute path: the font settings are not found by a relative one.
  const folder = resolve(cacheDir, `chromium-${version}`)
  if (!existsSync(folder)) await unpackInto(folder, join(packageDir, 'bin'))
  const env = { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  return { executablePath: join(folder, 'chromium'), env }
}

/** Unpacks into another folder and renames at the end: an interrupted unpacking leaves nothing that looks like a browser. */
async function unpackInto(folder: string, archives: string): Promise<void> {
  const cacheDir = dirname(folder)
  await mkdir(cacheDir, { recursive: true })
  const draft = await mkdtemp(join(cacheDir, '.chromium-'))
  try {
    await writeFile(join(draft, 'chromium'), await archive(archives, 'chromium.br'), { mode: 0o755 })
    await new Bun.Archive(await archive(archives, 'al2023.tar.br')).extract(draft)
    await new Bun.Archive(await archive(archives, 'fonts.tar.br')).extract(draft)
    await writeFile(join(draft, 'fonts.conf'), fontSettings)
    await chmod(draft, 0o755)
    await rename(draft, folder)
  } catch (error) {
    // Another process may have finished the same work first.
    if (!existsSync(folder)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function archive(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await decompress(await Bun.file(join(folder, name)).bytes()))
}

/** The packaged font and the fonts of the system; without this file a system without fontconfig would show no text. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
