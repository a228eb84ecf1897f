/**
 * What an instruction of the image for a home says, such as `EXPOSE`.
 *
 * @param dockerfile text of the Dockerfile, whose stage `home` is read
 */
export function homeInstruction(dockerfile: string, name: string): string {
  const stage = dockerfile.match(/^FROM runtime AS home$(.*?)^FROM /ms)?.[1] ?? ''
  return stage.match(new RegExp(`^${name} (.*)$`, 'm'))?.[1] ?? ''
}
