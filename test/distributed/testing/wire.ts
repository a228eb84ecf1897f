import type { Socket } from 'bun'

/** A TCP connection between two programs that a drill can part. */
export type Wire = {
  /** The port that leads to the target. */
  port: number
  /** From now on nothing gets through, and nobody is told: as when a network is parted. */
  part(): void
  /** What was held back flows on, connections that ended meanwhile do so. */
  join(): void
  stop(): void
}

type End = { socket: Socket<Link> | null; queue: Uint8Array[] }
type Link = { near: End; far: End }

/** Relays connections to a port of loopback. */
export async function startWire(targetPort: number): Promise<Wire> {
  let isParted = false
  const links = new Set<Link>()

  function write(end: End): void {
    if (isParted || end.socket === null) return
    while (end.queue.length > 0) {
      const [chunk] = end.queue
      if (chunk === undefined) return
      const written = end.socket.write(chunk)
      if (written < 0) return
      if (written < chunk.byteLength) {
        end.queue[0] = chunk.subarray(written)
        return
      }
      end.queue.shift()
    }
  }

  function carry(end: End, data: Uint8Array): void {
    end.queue.push(data.slice())
    write(end)
  }

  function close(link: Link, end: End): void {
    end.socket = null
    const other = end === link.near ? link.far : link.near
    // A parted network does not tell the other side.
    if (!isParted) other.socket?.end()
    if (link.near.socket === null && link.far.socket === null) links.delete(link)
  }

  const listener = Bun.listen<Link>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(socket) {
        const link: Link = { near: { socket, queue: [] }, far: { socket: null, queue: [] } }
        socket.data = link
        links.add(link)
        if (isParted) return
        await Bun.connect<Link>({
          hostname: '127.0.0.1',
          port: targetPort,
          data: link,
          socket: {
            open(far) {
              link.far.socket = far
              write(link.far)
            },
            data: (_, data) => carry(link.near, data),
            drain: () => write(link.far),
            close: () => close(link, link.far),
            error: () => close(link, link.far),
          },
        }).catch(() => socket.end())
      },
      data: (socket, data) => carry(socket.data.far, data),
      drain: (socket) => write(socket.data.near),
      close: (socket) => close(socket.data, socket.data.near),
      error: (socket) => close(socket.data, socket.data.near),
    },
  })
  return {
    port: listener.port,
    part(): void {
      isParted = true
    },
    join(): void {
      isParted = false
      for (const link of links) {
        // Connections that lack an end were lost.
        if (link.near.socket === null || link.far.socket === null) {
          link.near.socket?.end()
          link.far.socket?.end()
        }
        write(link.near)
        write(link.far)
      }
    },
    stop: () => listener.stop(true),
  }
}
