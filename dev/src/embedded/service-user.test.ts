import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** Returns the output of a process with this user id that looks for the user of PostgreSQL. */
async function findAs(uid: number): Promise<string> {
  const script = `const { findDatabaseUser } = await import(${JSON.stringify(join(import.meta.dir, 'service-user.ts'))})
    process.setuid(process.argv[1] * 1)
    await findDatabaseUser(() => undefined).then((user) => console.log('found', user), ({ message }) => console.log(message))`
  const child = Bun.spawn([process.execPath, '-e', script, String(uid)], { cwd: '/', stdout: 'pipe' })
  return (await child.stdout.text()).trim()
}

test.skipIf(process.getuid?.() !== 0)(
  'a number that no user has is refused with what to do, since PostgreSQL refuses it; a user of the system is not',
  async () => {
    expect(await findAs(65534)).toBe('found undefined')
    expect(await findAs(54321)).toStartWith(
      'PostgreSQL runs only as a user that the system knows, and number 54321 is none: choose another user',
    )
  },
)
