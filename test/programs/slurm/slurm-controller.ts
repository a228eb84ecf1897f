import { mkdir } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { type DebianProgram, findDebianProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { runToEnd } from '../testing/run-command.ts'

const debianSlurm: DebianProgram = {
  name: 'slurm',
  packages: ['slurmctld', 'slurm-client'],
  path: 'usr/sbin/slurmctld-wlm',
  versionArguments: ['-V'],
}

/** Longest wait for the controller to answer, ms. */
const patienceMs = 30_000

/** A controller of the pinned version with its libraries, or why this machine cannot have it. */
export async function findSlurm() {
  const found = await findDebianProgram(join(programsPlace.folder, 'debian'), debianSlurm)
  if ('missing' in found) return found
  const { stdout } = await runToEnd([found.command, '-V'], { folder: '/', env: found.env })
  const [, version = 'no version'] = /slurm-wlm (\S+)/.exec(stdout) ?? []
  return version === pinnedPrograms.slurm.version
    ? found
    : { missing: `the packages of this system have SLURM ${version}` }
}

/** Starts a controller without nodes that work: jobs are accepted and held. `folder` gets its state. */
export async function startSlurm(
  { command, env }: { command: string; env: Readonly<Record<string, string>> },
  folder: string,
) {
  const packages = command.slice(0, -debianSlurm.path.length)
  const [port, state] = [await freePort(), join(folder, 'state')]
  await mkdir(state, { recursive: true })
  const configuration = join(folder, 'slurm.conf')
  const [plugins = ''] = [...new Bun.Glob('usr/lib/**/slurm-wlm/auth_none.so').scanSync({ cwd: packages })]
  await Bun.write(
    configuration,
    `ClusterName=test
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmctldPort=${port}
SlurmUser=${userInfo().uid}
AuthType=auth/none
CredType=cred/none
PluginDir=${join(packages, plugins, '..')}
StateSaveLocation=${state}
SlurmctldPidFile=${join(folder, 'slurmctld.pid')}
SlurmctldLogFile=${join(folder, 'slurmctld.log')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
SchedulerType=sched/builtin
MpiDefault=none
NodeName=node1 NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
PartitionName=main Nodes=node1 Default=YES State=UP
`,
  )
  const settings = { ...env, SLURM_CONF: configuration }
  const errors = join(folder, 'errors.log')
  const server = Bun.spawn([command, '-D'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...settings },
    stdout: 'ignore',
    stderr: Bun.file(errors),
  })
  const bin = join(packages, 'usr/bin')
  const answers = async () => (await runToEnd([join(bin, 'squeue')], { folder, env: settings })).exitCode === 0
  if (!(await pollUntil(answers, { intervalMs: 100, timeoutMs: patienceMs }))) {
    throw new Error(`slurmctld does not answer: ${await Bun.file(errors).text()}`)
  }
  return {
    /** Folder of sbatch, squeue and scontrol. */
    bin,
    env: settings,
    async stop(): Promise<void> {
      server.kill()
      await server.exited
    },
  }
}
