export type Replica = ReturnType<typeof startReplica>

/** One replica of a service: it answers everything and records the Host headers of its requests. */
export function startReplica(hostname: string, port = 0) {
  const hosts: (string | null)[] = []
  const server = Bun.serve({
    hostname,
    port,
    fetch(request) {
      hosts.push(request.headers.get('host'))
      return Response.json({ from: hostname })
    },
  })
  return { hosts, port: Number(server.port), stop: (): Promise<void> => server.stop(true) }
}

/** Most connections that a stopped listener can hold: the kernel does not answer further attempts. */
const maxHeld = 5_000
const silentAfterMs = 200

const listen =
  'Bun.listen({ hostname: process.argv[1], port: Number(process.argv[2]), socket: { data() {} } }); console.log("listening")'

/** An address that answers no attempt to connect, as that of a container or host which is gone. */
export async function startSilentAddress(hostname: string, port: number) {
  const child = Bun.spawn([process.execPath, '-e', listen, hostname, String(port)], { stdout: 'pipe' })
  await child.stdout.getReader().read()
  child.kill('SIGSTOP')
  for (let held = 0; held < maxHeld; held += 1) {
    const connecting = Bun.connect({ hostname, port, socket: { data() {} } })
    if (!(await Promise.race([connecting.then(() => true), Bun.sleep(silentAfterMs).then(() => false)]))) break
  }
  return {
    async stop(): Promise<void> {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
