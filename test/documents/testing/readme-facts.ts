import { join } from 'node:path'

/** The README, of which every command is run and every promise held against the product. */
export const readme = await Bun.file(join(import.meta.dir, '../../../README.md')).text()

/** Pages to which the README sends its reader, whose commands are run with those of the README. */
const commandPages = ['guide/README', 'operate/up', 'operate/containers', 'methodology/accuracy']

const pages = await Promise.all(
  commandPages.map((page) => Bun.file(join(import.meta.dir, `../../../docs/${page}.md`)).text()),
)

/** The lines of their `sh` blocks. */
export const shownLines = [readme, ...pages].flatMap((page) =>
  [...page.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n')),
)

/** The page that lists the endpoints. */
export const guide = pages[0] ?? ''

/** The instant of the answer that the guide shows. */
export const exampleInstant = '2026-02-03T18:20:00Z'

/** The answer that the guide shows to the first call, which was shortened. */
export const exampleAnswer: unknown = JSON.parse(guide.match(/```json\n(.*?)```/s)?.[1] ?? '')

/** Their commands, each run by a test: on a run with demo data by `shown-on-demo.test.ts`, the others by `readme.test.ts`. */
export const readmeCommands = {
  up: 'npx -y bun@1.4.5 run up',
  verify: 'npx -y bun@1.4.5 run verify',
  curl: 'curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" http://localhost:8080/v1/carbon/intensity',
  curlScore: 'curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" http://localhost:8080/v1/score',
  curlForecast: `curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" 'http://localhost:8080/v1/score/forecast?hours=48&profile=carbon'`,
  curlHistory: `curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" -H 'Accept: text/csv' 'http://localhost:8080/v1/score/history?granularity=hourly'`,
  curlSeries: `curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" -H 'Accept: text/csv' 'http://localhost:8080/v1/carbon/series?from=2026-02-03&to=2026-02-04&boundary=direct'`,
  curlHours: `curl -s -H 'Accept: text/csv' 'http://localhost:8080/api/hours?month=2026-02'`,
  curlDemo: 'curl -s -H "X-Api-Key: $DEMO_API_KEY" http://localhost:8080/v1/score',
  upWithPlaces: 'bun run up --demo --port 9000 --data-dir ./my-data',
  upAsOf: `bun run up --demo --as-of ${exampleInstant}`,
  upReplay: 'bun run up --replay recordings',
  upReplayAsOf: 'bun run up --replay recordings --as-of 2025-01-15T18:20:00Z',
  upNewKey: 'bun run up --demo --new-key',
  upLive: 'RTE_CLIENT_ID=… RTE_CLIENT_SECRET=… bun run up',
  createKey: 'bun run keys create --account "Ma Maison" --plan pro',
  listKeys: 'bun run keys list',
  keysFunction: 'keys() { bun run --silent keys "$@"; }',
  completeKeys: 'source <(keys complete bash)   # or zsh, fish, powershell',
  backfill: 'bun run backfill --from 2026-01-25 --to 2026-02-01',
  feedsStatus: 'bun run feeds status',
  calibrate: 'bun run calibrate recordings',
  backtest: 'bun run backtest --data recordings',
  refit: 'bun run refit --data recordings',
  // These need an engine of containers, which the suite has not: they are held against the files they use. `deploy/smoke-test` runs the
  // same composition where there is one.
  buildHome: 'docker build --target home -t hexawatt-home:local .',
  runHome: 'docker run -p 8080:8080 -v hexawatt:/data hexawatt-home:local',
  copySettings: 'cp .env.example .env',
  makeSecrets: `grep -E '^[A-Z_]+=$' .env.example | while read -r name; do grep -q "^$name." .env || echo "$name$(openssl rand -hex 32)"; done >> .env`,
  composeUp: 'docker compose up -d',
  composeKey: 'docker compose exec svc-web hexawatt keys create --account "Ma Maison" --plan pro',
} as const

/** Pages beside the operations that it lists, with the type each has. */
export const listedPages: Readonly<Record<string, string>> = {
  '/': 'text/html',
  '/plans': 'text/html',
  '/badge.svg': 'image/svg+xml',
  '/embed': 'text/html',
  '/developpeurs': 'text/html',
  '/docs': 'text/html',
  '/openapi.json': 'application/json',
  '/llms.txt': 'text/plain',
  '/problems': 'text/html',
  '/problems/{code}': 'text/html',
}
