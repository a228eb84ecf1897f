import { expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinnedPrograms } from '../pinned-programs.ts'
import { environment } from '../testing/environment.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'
import { findSlurm, startSlurm } from './slurm-controller.ts'

const root = join(import.meta.dir, '../../..')
const found = await findSlurm()

/** The lines of the page for SLURM. */
const page = await Bun.file(join(root, 'docs/guide/integrations/schedulers.md')).text()
const lines = page.match(/```sh\n((?:(?!```).)*sbatch (?:(?!```).)*)```/s)?.[1] ?? ''

await describeProgram(
  pinnedPrograms.slurm,
  { folder: 'slurm', findMissing: async () => ('missing' in found ? found.missing : null) },
  ({ run }) => {
    test('the job is held until the start of the plan, and started at once without a plan', async () => {
      if ('missing' in found) throw new Error(found.missing)
      // The address of the folder is part of the controller's: it starts afresh.
      const folder = await mkdtemp(join(tmpdir(), 'hexawatt-slurm-'))
      const slurm = await startSlurm(found, folder)
      try {
        await mkdir(join(folder, 'bin'))
        await Bun.write(
          join(folder, 'bin/hexawatt'),
          `#!/bin/sh\nunset LD_LIBRARY_PATH\nexec '${process.execPath}' '${root}/clients/typescript/src/cli/main.ts' "$@"\n`,
        )
        await chmod(join(folder, 'bin/hexawatt'), 0o755)
        await Bun.write(join(folder, 'job.sh'), '#!/bin/sh\ntrue\n')
        const env = {
          ...slurm.env,
          PATH: `${folder}/bin:${slurm.bin}:${environment.path}`,
          HEXAWATT_URL: product.url,
          HEXAWATT_API_KEY: product.key,
        }
        const submit = async (more: Record<string, string> = {}): Promise<Map<string, string>> => {
          const printed = await run(['bash', '-c', lines], { folder, env: { ...env, ...more } })
          const [, id = ''] = printed.match(/Submitted batch job (\d+)/) ?? []
          const job = await run(['scontrol', 'show', 'job', id], { folder, env })
          return new Map([...job.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
        }
        const [, plan = ''] = lines.match(/\$\((hexawatt .*?)\)/) ?? []
        const job = await submit()
        const start = (await run(['bash', '-c', plan], { folder, env })).trim()
        const atStart = await run(['date', '-d', start, '+%Y-%m-%dT%H:%M:%S'], { folder, env })
        expect([job.get('EligibleTime'), job.get('TimeLimit'), job.get('JobState')]).toEqual([
          atStart.trim(),
          '04:00:00',
          'PENDING',
        ])
        const without = await submit({ HEXAWATT_URL: 'http://127.0.0.1:9' })
        expect(without.get('EligibleTime')).toBe(without.get('SubmitTime') ?? '')
      } finally {
        await slurm.stop()
        await rm(folder, { recursive: true, force: true })
      }
    })
  },
)
