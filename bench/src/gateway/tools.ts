import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'

/** Programs that the benchmark needs on this machine. */
export type Tools = {
  wrk: string
  nginx: string
  /** Runs the Fastify peer: Node, for which Fastify is written; without Node, Bun. */
  fastifyRuntime: { name: 'node' | 'bun'; path: string }
  /** Programs for nginx with Lua; null = not installed, this peer is omitted. */
  nginxLua: { modules: readonly string[]; luaFolder: string } | null
}

/** Command that installs the programs for nginx with Lua. */
export const nginxLuaInstall = 'apt-get install libnginx-mod-http-lua lua-nginx-redis lua-resty-core lua-resty-lrucache'

/** @throws SetupError that names the command which installs the missing program */
export function findTools(): Tools {
  // Debian installs servers in a folder that is only on the administrator's path.
  const searched = { PATH: `${Bun.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` }
  const wrk = Bun.which('wrk', searched)
  const nginx = Bun.which('nginx', searched)
  if (wrk === null || nginx === null) {
    throw new SetupError(
      'The gateway benchmark needs wrk and nginx: install both ("apt-get install wrk nginx-light", "brew install wrk nginx") and run it again.',
    )
  }
  const node = Bun.which('node', searched)
  return {
    wrk,
    nginx,
    nginxLua: findNginxLua(nginx),
    fastifyRuntime: node === null ? { name: 'bun', path: process.execPath } : { name: 'node', path: node },
  }
}

/** Where Debian's packages put libraries for Lua. */
const luaFolder = '/usr/share/lua/5.1'

function findNginxLua(nginx: string): Tools['nginxLua'] {
  const build = Bun.spawnSync([nginx, '-V']).stderr.toString()
  const folder = build.match(/--modules-path=(\S+)/)?.[1] ?? ''
  const modules = ['ndk_http_module.so', 'ngx_http_lua_module.so'].map((name) => join(folder, name))
  const libraries = ['nginx/redis.lua', 'resty/core.lua', 'resty/lrucache.lua'].map((name) => join(luaFolder, name))
  return [...modules, ...libraries].every((file) => existsSync(file)) ? { modules, luaFolder } : null
}
