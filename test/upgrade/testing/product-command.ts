import { join } from 'node:path'

/** Output of a command that ended without an error. */
export type ProductCommand = (name: 'keys' | 'usage', ...args: readonly string[]) => Promise<string>

/**
 * Runs the operator's commands of a checkout: `package.json` says where their program is, which differs between versions.
 *
 * @param settings the whole environment of the commands
 */
export function createProductCommand(checkout: string, settings: Readonly<Record<string, string>>): ProductCommand {
  return async (name, ...args) => {
    const { scripts } = await Bun.file(join(checkout, 'package.json')).json()
    const script = String(scripts[name]).split(' ').at(-1) ?? ''
    const child = Bun.spawn([process.execPath, '--no-env-file', join(checkout, script), ...args], {
      cwd: checkout,
      env: settings,
      stdin: 'ignore',
      stderr: 'pipe',
    })
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    if ((await child.exited) === 0) return output
    throw new Error(`${name} ${args.join(' ')}: ${output}${errors}`)
  }
}
