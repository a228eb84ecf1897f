/** Runs a program of this folder to its end, with the environment of the tests or with `env` alone. @param path below `src` */
export async function runProgram(path: string, args: readonly string[], env?: Record<string, string>) {
  const script = Bun.fileURLToPath(new URL(`../${path}`, import.meta.url))
  const child = Bun.spawn([process.execPath, script, ...args], { stderr: 'pipe', ...(env && { env }) })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, stdout, stderr }
}
