import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../config/tracing-env.ts'

type SamplerSettings = Pick<TracingSettings, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>

/** The sampler that the standard settings name. The SDK leaves the settings to whoever builds it by hand. */
export function createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: SamplerSettings): Sampler {
  const root = rootSampler(name, ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: TracingSettings['OTEL_TRACES_SAMPLER'], ratio: number): Sampler {
  if (name.endsWith('always_on')) return new AlwaysOnSampler()
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  return new TraceIdRatioBasedSampler(ratio)
}
