import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import * as v from 'valibot'
import type { Installation, InstallOptions } from '../testing/install.ts'

const requirements = join(import.meta.dir, 'requirements.txt')

/** EMHASS with every package pinned, and time-machine, which moves its clock. */
export const emhassInstallation: InstallOptions = {
  folder: 'emhass',
  python: { from: '3.11', to: '3.13' },
  inputs: [requirements],
  fetch: ({ pip }) => pip('--no-compile', '--no-deps', '--only-binary', ':all:', '-r', requirements),
}

/** Power of the deferrable load, and of the rest of the house, W. */
export const [loadW, houseW] = [3_000, 500]
/** How long the deferrable load runs. */
export const loadHours = 3

/** What EMHASS plans for a step: the prices that it reads from the forecast, and the power of the deferrable load. */
const Step = v.object({
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  unit_load_cost: v.number(),
  unit_prod_price: v.number(),
  P_deferrable0: v.number(),
  optim_status: v.literal('Optimal'),
})
export type PlannedStep = v.InferOutput<typeof Step>

type EmhassOptions = {
  /** Minutes of a step of its optimisation. */
  stepMinutes: 15 | 30 | 60
  /** Time at which it runs; without it, now. */
  asOf?: string
}

/** Longest start, ms: it loads pandas, cvxpy and scikit-learn. */
const startTimeoutMs = 120_000

/** Starts the web server of EMHASS with one deferrable load and without Home Assistant: the power of the house comes with each request. */
export async function startEmhass({ python, folder }: Installation, { stepMinutes, asOf }: EmhassOptions) {
  const port = await freePort()
  const data = join(folder, `data-${port}`)
  const url = `http://127.0.0.1:${port}`
  await mkdir(data, { recursive: true })
  await Bun.write(join(data, 'config.json'), JSON.stringify(configurationOf(stepMinutes)))
  // The token `empty` says that there is no Home Assistant.
  const secrets = { server_ip: '127.0.0.1', hass_url: 'empty', long_lived_token: 'empty', time_zone: 'Europe/Paris' }
  await Bun.write(join(data, 'secrets.yaml'), JSON.stringify(secrets))
  const command = asOf === undefined ? ['-m', 'emhass.web_server'] : [join(import.meta.dir, 'serve.py')]
  const server = Bun.spawn([python, ...command], {
    cwd: data,
    env: {
      DATA_PATH: data,
      CONFIG_PATH: join(data, 'config.json'),
      SECRETS_PATH: join(data, 'secrets.yaml'),
      OPTIONS_PATH: join(data, 'none.json'),
      PORT: String(port),
      LOGGING_LEVEL: 'WARNING',
      EMHASS_AS_OF: asOf ?? '',
    },
    stdout: Bun.file(join(data, 'server.log')),
    stderr: Bun.file(join(data, 'server.log')),
  })
  const answers = () =>
    fetch(`${url}/api/v1/plan`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await pollUntil(answers, { intervalMs: 250, timeoutMs: startTimeoutMs }))) {
    server.kill()
    throw new Error(`EMHASS did not start:\n${await Bun.file(join(data, 'server.log')).text()}`)
  }
  return {
    url,
    /** Optimises with the parameters of a request, and with the power of the house. Returns the plan. */
    async optimise(action: 'naive-mpc-optim' | 'dayahead-optim', parameters: object): Promise<PlannedStep[]> {
      const stepsOfDay = (24 * 60) / stepMinutes
      const house = { load_power_forecast: Array(2 * stepsOfDay).fill(houseW), prediction_horizon: stepsOfDay }
      const response = await fetch(`${url}/action/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...house, ...parameters }),
      })
      if (!response.ok && response.status !== 201) throw new Error(await response.text())
      const { plan } = v.parse(v.object({ plan: v.array(Step) }), await (await fetch(`${url}/api/v1/plan`)).json())
      return plan
    },
    async stop(): Promise<void> {
      server.kill()
      await server.exited
      await rm(data, { recursive: true, force: true })
    },
  }
}
export type EmhassServer = Awaited<ReturnType<typeof startEmhass>>

function configurationOf(stepMinutes: number) {
  return {
    costfun: 'cost',
    // The plan is the best one, not one that is at most a hundredth worse.
    lp_solver_mip_rel_gap: 0,
    optimization_time_step: stepMinutes,
    number_of_deferrable_loads: 1,
    nominal_power_of_deferrable_loads: [loadW],
    minimum_power_of_deferrable_loads: [0],
    operating_hours_of_each_deferrable_load: [loadHours],
    start_timesteps_of_each_deferrable_load: [0],
    end_timesteps_of_each_deferrable_load: [0],
    treat_deferrable_load_as_semi_cont: [true],
    set_deferrable_load_single_constant: [false],
    set_use_pv: false,
    set_use_battery: false,
    load_forecast_method: 'list',
  }
}
