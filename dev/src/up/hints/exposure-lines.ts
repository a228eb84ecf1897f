import { userInfo } from 'node:os'
import { repositoryRoot } from '../data-folder/places.ts'

/** Addresses that other machines cannot reach. */
const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1'

type Exposure = {
  host: string
  port: number
  /** Options that choose the data and their folder, for a command that starts the same again. */
  chosen: readonly string[]
  isContainer: boolean
}

/** A warning for users who open the port to other machines, with the safer setup; empty on a loopback address. */
export function exposureLines({ host, port, chosen, isContainer }: Exposure): string[] {
  if (isLoopback(host)) return []
  const command = [process.execPath, 'dev/bootstrap.ts', 'dev/src/up/main.ts', '--port', String(port), ...chosen]
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
    '          As a service, in /etc/systemd/system/hexawatt.service:',
    '            [Service]',
    `            User=${userInfo().uid}`,
    `            WorkingDirectory=${repositoryRoot}`,
    '            Environment=PUBLIC_BASE_URL=https://power.example.org TRUSTED_PROXIES=127.0.0.1',
    `            ExecStart=${command.map(quoteForSystemd).join(' ')}`,
    '            Restart=on-failure',
    '            KillMode=mixed',
    '            [Install]',
    '            WantedBy=multi-user.target',
  ]
}

/** A word of a unit file, with the characters escaped that systemd would expand or split at. */
function quoteForSystemd(word: string): string {
  const escaped = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /[\s"'\\]/.test(escaped) ? `"${escaped.replaceAll(/["\\]/g, '\\$&')}"` : escaped
}
