import { runCommand, runToEnd } from '../commands/run-command.ts'

/** Begins the name of everything that tests make in an engine: projects, containers, networks, volumes. */
export const testPrefix = 'hexawatt-test'
/** Label of the images that tests build; its value names the run. */
export const runLabel = 'hexawatt.test-run'

/** Removes the containers, networks, volumes and images that tests have made in the engine, whichever run made them. */
export async function removeLeftovers(): Promise<void> {
  await removeNamed(['ps', '--all', '--format', '{{.Names}}'], ['rm', '--force', '--volumes'])
  await removeNamed(['network', 'ls', '--format', '{{.Name}}'], ['network', 'rm'])
  await removeNamed(['volume', 'ls', '--format', '{{.Name}}'], ['volume', 'rm', '--force'])
  const images = await list(['image', 'ls', '--quiet', '--filter', `label=${runLabel}`])
  if (images.length > 0) await runToEnd(['docker', 'image', 'rm', '--force', ...new Set(images)])
}

async function removeNamed(listing: readonly string[], removal: readonly string[]): Promise<void> {
  const names = (await list(listing)).filter((name) => name.startsWith(testPrefix))
  if (names.length > 0) await runToEnd(['docker', ...removal, ...names])
}

async function list(listing: readonly string[]): Promise<string[]> {
  return (await runCommand(['docker', ...listing])).split('\n').filter((line) => line !== '')
}
