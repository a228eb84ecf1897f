type ServerConf = {
  /** Folder for all files of this nginx; it must exist. */
  folder: string
  upstreamPort: number
  /** Headers that the gateway adds; every server with equal headers adds them too. */
  addedHeaders: Readonly<Record<string, string>>
}

type NginxConf = ServerConf & {
  /** Number of processes; the default of nginx is one. */
  workers: number
  plainPort: number
  cachePort: number
  fewHeadersPort: number
}

/**
 * Configuration of the nginx peers: a plain keep-alive proxy, one with a cache of one second and the gateway's headers, and one with
 * only that cache. All limit by key, in memory; none checks whether a key exists.
 */
export function writeNginxConf(conf: NginxConf): string {
  const { workers, plainPort, cachePort, fewHeadersPort, addedHeaders } = conf
  // The kernel spreads connections over several workers as over several gateways.
  const shared = workers === 1 ? '' : ' reuseport'
  const servers = `
  limit_req_zone $http_x_api_key zone=keys:10m rate=60000r/s;
  limit_req zone=keys burst=60000 nodelay;
  server { listen 127.0.0.1:${plainPort}${shared}; location / { proxy_pass http://service; } }
  server { listen 127.0.0.1:${fewHeadersPort}${shared}; location / { proxy_cache answers; proxy_pass http://service; } }
  server { listen 127.0.0.1:${cachePort}${shared}; location / { proxy_cache answers; proxy_pass http://service; ${writeHeaderLines(addedHeaders)} } }`
  return writeProxyConf(conf, workers, servers)
}

export type NginxLuaConf = ServerConf & {
  cachePort: number
  plainPort: number
  /** Files of the modules, in the order in which nginx loads them. */
  modules: readonly string[]
  /** Folder of the libraries for Lua. */
  luaFolder: string
  /** One key per line. */
  keysFile: string
  redisPort: number
  requestsPerMinute: number
  monthlyQuota: number
}

/** Headers that `lua-gateway.lua` writes: their values differ between requests. */
const limitHeader = /^(x-)?ratelimit/

/**
 * Configuration of nginx with Lua, the basis of Kong and APISIX, doing what the gateway does: keys from a shared dictionary, both limits
 * in Redis by one script, equal headers; once with a cache of one second, once without. The environment has REDIS_PASSWORD.
 */
export function writeNginxLuaConf(conf: NginxLuaConf): string {
  const { cachePort, plainPort, addedHeaders, modules, luaFolder } = conf
  const { keysFile, redisPort, requestsPerMinute, monthlyQuota } = conf
  const others = Object.entries(addedHeaders).filter(([name]) => !limitHeader.test(name))
  // The seconds to the end of the month are taken from the response of the gateway.
  const monthSeconds = addedHeaders['ratelimit']?.match(/"month";r=\d+;t=(\d+)/)?.[1] ?? '0'
  const servers = `
  lua_package_path '${import.meta.dir}/?.lua;${luaFolder}/?.lua;;';
  lua_shared_dict apiKeys 10m;
  lua_socket_log_errors off;
  init_by_lua_block {
    require('lua-gateway').start({
      keysFile = '${keysFile}', redisPort = ${redisPort},
      perMinute = ${requestsPerMinute}, perMonth = ${monthlyQuota}, monthSeconds = ${monthSeconds},
    })
  }
  access_by_lua_block { require('lua-gateway').check() }
  ${writeHeaderLines(Object.fromEntries(others))}
  server { listen 127.0.0.1:${cachePort}; location / { proxy_cache answers; proxy_pass http://service; } }
  server { listen 127.0.0.1:${plainPort}; location / { proxy_pass http://service; } }`
  const loads = modules.map((file) => `load_module ${file};`).join('\n')
  return `${loads}\nenv REDIS_PASSWORD;\n${writeProxyConf(conf, 1, servers)}`
}

/** A keep-alive proxy before the upstream, whose servers may use the cache `answers`. */
function writeProxyConf({ folder, upstreamPort }: ServerConf, workers: number, servers: string): string {
  return `
daemon off;
worker_processes ${workers};
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 2048; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  ${listTemporaryFolders(folder)}
  proxy_cache_path ${folder}/cache keys_zone=answers:10m;
  upstream service { server 127.0.0.1:${upstreamPort}; keepalive 256; keepalive_requests 100000000; }
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_ignore_headers Cache-Control;
  proxy_cache_valid 200 1s;
  proxy_cache_lock on;
  proxy_cache_use_stale updating;
  proxy_cache_background_update on;
  ${servers}
}
`
}

function listTemporaryFolders(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
}

function writeHeaderLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} ${quoteHeaderValue(name, value)};`)
    .join(' ')
}

/** Quotes a value for nginx, where `$` starts a variable. Every answer gets a new request id, as from the gateway. */
function quoteHeaderValue(name: string, value: string): string {
  return name === 'x-request-id' ? '$request_id' : `"${value.replaceAll('$', '').replace(/["\\]/g, '\\$&')}"`
}
