/** Addresses that other machines cannot reach. */
const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1'

type Exposure = { host: string; port: number; isContainer: boolean }

/** A warning for users who open the port to other machines, with the safer setup; empty on a loopback address. */
export function exposureLines({ host, port, isContainer }: Exposure): string[] {
  if (isLoopback(host)) return []
  if (isContainer) {
    return [
      '',
      '  WARNING Plain HTTP: others on the networks that reach the published port can read keys and pages. `-p 127.0.0.1:8080:8080`',
      '          publishes it for this machine only. On the internet, put a reverse proxy with TLS in front of it.',
    ]
  }
  return [
    '',
    `  WARNING ${host} is open without encryption to every machine that can reach this one: others on the network can read keys`,
    '          and pages. On the internet, omit --host and put a reverse proxy with TLS in front, for example Caddy:',
    '            power.example.org {',
    `              reverse_proxy 127.0.0.1:${port}`,
    '            }',
    '          and start `up` with PUBLIC_BASE_URL=https://power.example.org TRUSTED_PROXIES=127.0.0.1 in its environment.',
    '          As a service of systemd: docs/install/systemd.md.',
  ]
}
