import { join } from 'node:path'

/** Pages that say how a home installs, upgrades and removes the product, in the order of their index. */
export const installPageNames = ['README', 'docker', 'raspberry-pi', 'systemd', 'nas', 'windows'] as const

/** The pages by name. */
export const installPages = new Map(
  await Promise.all(
    installPageNames.map(
      async (name) => [name, await Bun.file(join(import.meta.dir, `../../../docs/install/${name}.md`)).text()] as const,
    ),
  ),
)

/**
 * Lines that were typed with Docker 20.10 and docker-compose 1.29 on Debian 12, on 27 November 2026, under names and a port of their own, and with
 * `--network host` for the build.
 */
const typedWithDocker = [
  'docker build --target home -t hexawatt-home:local .',
  'docker run -d --name hexawatt --restart unless-stopped --stop-timeout 120 -p 8080:8080 -v hexawatt:/data hexawatt-home:local',
  'docker exec hexawatt cat /data/live/api-key',
  'docker exec hexawatt hexawatt keys list',
  'docker stop hexawatt',
  'docker start hexawatt',
  'docker run --rm --stop-timeout 120 -p 8080:8080 -v hexawatt-demo:/data hexawatt-home:local --demo',
  'docker logs hexawatt',
  'docker ps --filter name=hexawatt',
  'docker run --rm --user 0 --entrypoint tar -v hexawatt:/data -v "$PWD":/backup hexawatt-home:local -czf /backup/hexawatt.tar.gz -C /data .',
  'docker rm -f hexawatt',
  'docker volume rm hexawatt',
  `docker run --rm --user 0 --entrypoint sh -v hexawatt:/data -v "$PWD":/backup hexawatt-home:local -c 'tar -xpzf /backup/hexawatt.tar.gz -C /data && chown -R 1000:1000 /data'`,
  'docker stop hexawatt && docker rm hexawatt',
  'docker image rm hexawatt-home:local',
  'docker save hexawatt-home:local | gzip > hexawatt-home.tar.gz',
  'docker load -i hexawatt-home.tar.gz',
  'docker compose -f docker-compose.yml up -d',
  'docker compose -f docker-compose.yml down',
  'docker compose -f docker-compose.yml down --volumes',
] as const

/** Lines that were typed on a fresh Debian 12 with systemd 252 as its first process, on 27 November 2026, `ADDRESS` being the path of a copy. */
const typedUnderSystemd = [
  'hostname -I',
  'curl -s http://localhost:8080/api/status',
  'sudo apt-get install -y git nodejs npm redis-server',
  'sudo systemctl disable --now redis-server',
  'sudo npm install --global bun@1.4.5',
  'sudo git clone ADDRESS /opt/hexawatt',
  'sudo useradd --system --user-group --home-dir /var/lib/hexawatt --shell /usr/sbin/nologin hexawatt',
  'sudo ln -s /var/lib/hexawatt /opt/hexawatt/.hexawatt',
  'cd /opt/hexawatt && sudo bun run up --help',
  'sudo cp /opt/hexawatt/deploy/home/hexawatt.service /etc/systemd/system/',
  'sudo systemctl enable --now hexawatt',
  'systemctl status hexawatt',
  'sudo journalctl -u hexawatt -f',
  'sudo cat /var/lib/hexawatt/live/api-key',
  'cd /opt/hexawatt && sudo -u hexawatt bun run keys list',
  'sudo install -m 600 /dev/null /etc/hexawatt.env',
  'sudoedit /etc/hexawatt.env',
  'sudo systemctl restart hexawatt',
  'systemd-analyze security hexawatt',
  'sudo systemctl stop hexawatt',
  'sudo tar -C /var/lib/hexawatt -czf hexawatt.tar.gz .',
  'sudo systemctl start hexawatt',
  'sudo find /var/lib/hexawatt -mindepth 1 -delete',
  'sudo tar -C /var/lib/hexawatt -xpzf hexawatt.tar.gz',
  'sudo chown -R hexawatt:hexawatt /var/lib/hexawatt',
  'sudo git -C /opt/hexawatt pull',
  'sudo systemctl daemon-reload',
  'sudo systemctl disable --now hexawatt',
  'sudo rm -f /etc/systemd/system/hexawatt.service /etc/hexawatt.env',
  'sudo rm -rf /opt/hexawatt /var/lib/hexawatt',
  'sudo userdel hexawatt',
  'sudo npm uninstall --global bun',
  'dpkg --print-architecture',
  'getconf PAGESIZE',
  'free -m',
  'sudo systemctl enable systemd-time-wait-sync',
  'cat /proc/swaps',
  'sudo apt-get install -y zram-tools',
  String.raw`printf '[boot]\nsystemd=true\n' | sudo tee /etc/wsl.conf`,
] as const

/** Every line of their `sh` blocks. */
export const installLines: readonly string[] = [...typedWithDocker, ...typedUnderSystemd]
