// Makes one file of `up` and of each program that it starts, for the image for a home: a program of one file takes some 9 MB less memory than the same program of several
// hundred files, and there are seven of them. `bun deploy/image/home/bundle.ts FOLDER` writes each file to FOLDER where its script is in the project, as `.js`.
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dir, '../../..')

/** `up` and the programs that run all the time, and the command that fills the past after the first start. */
export const bundledScripts = [
  'dev/src/up/main.ts',
  'gateway/src/main.ts',
  'svc-carbon/src/main.ts',
  'svc-score/src/main.ts',
  'svc-history/src/main.ts',
  'svc-web/src/main.ts',
  'svc-ingest/src/main.ts',
  'svc-ingest/src/cli/main.ts',
]

/** A source file with what it asks about its own place answered: in the bundle the place would be that of the bundle. */
function fixPlace(text: string, path: string, isEntry: boolean): string {
  return text
    .replaceAll(/\bimport\.meta\.(?:dir|dirname)\b/g, JSON.stringify(dirname(path)))
    .replaceAll(/\bimport\.meta\.(?:path|filename)\b/g, JSON.stringify(path))
    .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
    .replaceAll(/\bimport\.meta\.main\b/g, String(isEntry))
}

async function bundle(script: string, folder: string): Promise<void> {
  const entry = join(root, script)
  await Bun.build({
    entrypoints: [entry],
    target: 'bun',
    outdir: join(folder, dirname(script)),
    // Names of functions and classes stay: log lines and errors show them.
    minify: { whitespace: true },
    plugins: [
      {
        name: 'place of a source file',
        setup(build) {
          build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
            contents: fixPlace(await Bun.file(path).text(), path, path === entry),
            loader: 'ts',
          }))
        },
      },
    ],
  })
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Usage: bun deploy/image/home/bundle.ts FOLDER')
    process.exit(2)
  }
  for (const script of bundledScripts) await bundle(script, folder)
}
