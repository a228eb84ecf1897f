import { readText } from '../../deploy/testing/deploy-files.ts'

/** The page that an operator follows. */
export const readme = await readText('deploy/kubernetes/README.md')

const blocks = [...readme.matchAll(/^ *```sh\n([\s\S]*?)```/gm)].map(([, block = '']) =>
  block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
)

/** The commands of the README's first block of which one contains this text. */
export const commandsWith = (part: string): string[] =>
  blocks.find((block) => block.some((line) => line.includes(part))) ?? []
