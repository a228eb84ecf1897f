/**
 * What an instruction of the image for a home says, such as `EXPOSE`: its lines as one.
 *
 * @param dockerfile text of the Dockerfile, whose stage `home` is read
 */
export function homeInstruction(dockerfile: string, name: string): string {
  const stage = dockerfile.match(/^FROM runtime AS home$(.*?)^FROM /ms)?.[1] ?? ''
  return stage.replaceAll(/\\\n\s*/g, '').match(new RegExp(`^${name} (.*)$`, 'm'))?.[1] ?? ''
}
