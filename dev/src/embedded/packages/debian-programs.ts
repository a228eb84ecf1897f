import type { DebianProgram } from './debian-packages.ts'

/** Redis; Sentinel is the same program with `--sentinel`. */
export const redisServer: DebianProgram = {
  name: 'redis',
  packages: ['redis-server', 'redis-tools'],
  path: 'usr/bin/redis-server',
  versionArguments: ['--version'],
}

/** Programs that only the drills with several servers of each kind start, on loopback. */
export const haproxy: DebianProgram = {
  name: 'haproxy',
  packages: ['haproxy'],
  path: 'usr/sbin/haproxy',
  versionArguments: ['-v'],
}

export const pgbouncer: DebianProgram = {
  name: 'pgbouncer',
  packages: ['pgbouncer'],
  path: 'usr/sbin/pgbouncer',
  versionArguments: ['--version'],
}

export const etcd: DebianProgram = {
  name: 'etcd',
  packages: ['etcd-server'],
  path: 'usr/bin/etcd',
  versionArguments: ['--version'],
}

/** A Python program: the interpreter is the system's, the modules are unpacked next to it. */
export const patroni: DebianProgram = {
  name: 'patroni',
  packages: ['patroni', 'python3-etcd', 'python3-psycopg2', 'python3-yaml'],
  path: 'usr/bin/patroni',
  versionArguments: ['--version'],
}
