import { EnvPort, type EnvSource, parseEnv } from '@hexawatt/shared/config/parse-env'
import { programEnv } from '@hexawatt/shared/config/program-env'
import * as v from 'valibot'

const EnvFlag = v.optional(
  v.pipe(
    v.picklist(['0', '1']),
    v.transform((flag) => flag === '1'),
  ),
  '0',
)

/** Settings of the demo upstream. */
export const UpstreamEnv = v.object({
  PORT: EnvPort,
  HOST: v.optional(v.string(), '127.0.0.1'),
  CLOCK_OFFSET_MS: programEnv.CLOCK_OFFSET_MS,
  /** Folder of recorded series; absent: everything is generated. */
  REPLAY_DIR: v.optional(v.pipe(v.string(), v.minLength(1))),
  /** 1: where nothing was recorded, serve nothing instead of generated values. */
  REPLAY_ONLY: EnvFlag,
  UPSTREAM_CLIENT_ID: v.pipe(v.string(), v.minLength(1)),
  UPSTREAM_CLIENT_SECRET: v.pipe(v.string(), v.minLength(1)),
  /** 1: faults can be set over HTTP. */
  ALLOW_FAULT_CONTROL: EnvFlag,
  EXIT_WITH_STDIN: programEnv.EXIT_WITH_STDIN,
  LOG_LEVEL: programEnv.LOG_LEVEL,
})

/** Reads the settings of the demo upstream; exits with a list of all problems when one is invalid. */
export function readEnv(source: EnvSource): v.InferOutput<typeof UpstreamEnv> {
  return parseEnv(UpstreamEnv, source)
}
