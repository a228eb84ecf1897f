import { until } from './until.ts'

/**
 * Sends GET requests on one connection, all at once, as the gateway does.
 *
 * @returns the statuses of the answers, in their order; fewer when the server closed the connection
 */
export async function requestOnOneConnection(
  url: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<number[]> {
  const { hostname, port, host } = new URL(url)
  let text = ''
  let isClosed = false
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        text += bytes.toString('latin1')
      },
      close() {
        isClosed = true
      },
    },
  })
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`).join(''))
  const readStatuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  await until('all answers, or an end', () => isClosed || readStatuses().length === paths.length)
  socket.end()
  return readStatuses()
}
