type NginxConf = {
  /** Folder for all files of nginx. */
  folder: string
  upstreamPort: number
  plainPort: number
  cachePort: number
  fewHeadersPort: number
  /** Headers that the gateway adds; the cache with equal headers adds them too. */
  addedHeaders: Readonly<Record<string, string>>
}

/**
 * Configuration of the nginx peers: a plain keep-alive proxy, one with a cache of one second and the gateway's headers, and one with
 * only that cache. One worker (nginx's default), because the other candidates are one process too. All limit by key, in memory; none
 * checks whether a key exists.
 */
export function nginxConf(conf: NginxConf): string {
  const { folder, upstreamPort, plainPort, cachePort, fewHeadersPort, addedHeaders } = conf
  const headers = Object.entries(addedHeaders).map(([name, value]) => `add_header ${name} ${headerValue(name, value)};`)
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 2048; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  ${temporaryFolders(folder)}
  limit_req_zone $http_x_api_key zone=keys:10m rate=60000r/s;
  limit_req zone=keys burst=60000 nodelay;
  proxy_cache_path ${folder}/cache keys_zone=answers:10m;
  upstream service { server 127.0.0.1:${upstreamPort}; keepalive 256; keepalive_requests 100000000; }
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_ignore_headers Cache-Control;
  proxy_cache_valid 200 1s;
  proxy_cache_lock on;
  proxy_cache_use_stale updating;
  proxy_cache_background_update on;
  server { listen 127.0.0.1:${plainPort}; location / { proxy_pass http://service; } }
  server { listen 127.0.0.1:${fewHeadersPort}; location / { proxy_cache answers; proxy_pass http://service; } }
  server { listen 127.0.0.1:${cachePort}; location / { proxy_cache answers; proxy_pass http://service; ${headers.join(' ')} } }
}
`
}

function temporaryFolders(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
}

/** Quotes a value for nginx, where `$` starts a variable. Every answer gets a new request id, as from the gateway. */
function headerValue(name: string, value: string): string {
  return name === 'x-request-id' ? '$request_id' : `"${value.replaceAll('$', '').replace(/["\\]/g, '\\$&')}"`
}
