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
