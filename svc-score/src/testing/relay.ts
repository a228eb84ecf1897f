import type { Socket } from 'bun'

/** The other end of a connection, and the bytes that arrived before it existed. */
type Link = { peer: Socket<Link> | null; waiting: Uint8Array[] }

const link = (peer: Socket<Link> | null): Link => ({ peer, waiting: [] })

/** Stands between the service and a store, so that a test can take the store away for good. */
export function startRelay(hostname: string, port: number) {
  const listener = Bun.listen<Link>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(near) {
        near.data = link(null)
        near.data.peer = await Bun.connect<Link>({
          hostname,
          port,
          data: link(near),
          socket: { data: (far, bytes) => void far.data.peer?.write(bytes), close: (far) => void far.data.peer?.end() },
        })
        for (const bytes of near.data.waiting) near.data.peer.write(bytes)
      },
      data(near, bytes) {
        if (near.data.peer === null) near.data.waiting.push(new Uint8Array(bytes))
        else near.data.peer.write(bytes)
      },
      close: (near) => void near.data.peer?.end(),
    },
  })
  return { port: listener.port, stop: (): void => listener.stop(true) }
}
