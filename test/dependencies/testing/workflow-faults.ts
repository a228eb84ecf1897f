/** A workflow of GitHub, as far as the checks read it. */
type Workflow = {
  on: unknown
  permissions?: unknown
  jobs: Record<string, Job>
}
type Job = {
  'timeout-minutes'?: number
  environment?: string
  permissions?: Record<string, string> | string
  uses?: string
  steps?: Step[]
}
type Step = { uses?: string; run?: string; with?: Record<string, unknown> }

/** The commit and version that an action is pinned to, and where both were read: `owner/repository: place`. */
export type PinnedAction = {
  readonly version: string
  readonly commit: string
  readonly readOn: string
  readonly readFrom: readonly string[]
}
export type PinnedActions = Readonly<Record<string, PinnedAction>>

/** A right to write that a job of any workflow may have: its findings go to the page of the repository's security. */
const harmlessWrite = 'security-events'

/** Steps of a workflow, over all jobs. */
export const listSteps = (text: string): Step[] =>
  Object.values((Bun.YAML.parse(text) as Workflow).jobs).flatMap(({ steps = [] }) => steps)

/** Lines that a workflow's steps run in a shell. */
export const listRunLines = (text: string): string[] =>
  listSteps(text)
    .flatMap(({ run = '' }) => run.split('\n').map((line) => line.trim()))
    .filter((line) => line !== '')

/** A sentence for each rule that a workflow breaks. */
export function findFaults(text: string, actions: PinnedActions): string[] {
  const { on, permissions, jobs } = Bun.YAML.parse(text) as Workflow
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on as Record<string, unknown>)
  const dangerous = events.filter((event) => event === 'pull_request_target' || event === 'workflow_run')
  return [
    ...dangerous.map((event) => `runs with secrets on the changes of a fork: ${event}`),
    ...(JSON.stringify(permissions) === '{}' ? [] : ['does not begin with no permissions']),
    ...Object.entries(jobs).flatMap(([name, job]) => findJobFaults(name, job)),
    ...findPinFaults(text, actions),
  ]
}

function findJobFaults(name: string, { steps = [], ...job }: Job): string[] {
  const { permissions } = job
  const rights = typeof permissions === 'object' ? Object.entries(permissions) : []
  const writes = rights.filter(([right, level]) => level === 'write' && right !== harmlessWrite)
  return [
    ...(typeof permissions === 'object' ? [] : [`${name} declares no permissions one by one`]),
    ...(job.uses === undefined && job['timeout-minutes'] === undefined ? [`${name} has no time limit`] : []),
    ...(writes.length > 0 && job.environment !== 'release' ? [`${name} may write without an approval`] : []),
    ...steps.flatMap(({ uses = '', run = '', with: inputs = {} }) => [
      ...(uses.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false
        ? [`${name} leaves its token in the checkout`]
        : []),
      // A value of the event becomes part of the program; as a variable of the environment it stays a value.
      ...(run.includes('${{') ? [`${name} has an expression in a shell line`] : []),
    ]),
  ]
}

/** Actions are named by the commit that is noted for their version, images by their digest. */
function findPinFaults(text: string, actions: PinnedActions): string[] {
  const used = [...text.matchAll(/^\s*(?:- )?uses: (\S+)(?: # (\S+).*)?$/gm)].filter(
    ([, name = '']) => !name.startsWith('./'),
  )
  const parsed = listSteps(text).flatMap(({ uses }) => uses ?? [])
  return [
    // A name in another notation of YAML has no version that is seen.
    ...(Bun.deepEquals(
      parsed,
      used.map(([, name]) => name),
    )
      ? []
      : ['names an action in an unknown way']),
    ...used.flatMap(([, name = '', version]) => {
      const [path = '', commit] = name.split('@')
      const pinned = actions[path.split('/').slice(0, 2).join('/')]
      if (pinned === undefined) return [`${path} is not in actions.json`]
      return commit === pinned.commit && version === pinned.version ? [] : [`${name} is not as in actions.json`]
    }),
    ...[...text.matchAll(/image=(\S+)/g)].flatMap(([, image = '']) =>
      /:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image) ? [] : [`${image} has no digest`],
    ),
  ]
}
