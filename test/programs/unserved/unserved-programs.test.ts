import { pinnedPrograms } from '../pinned-programs.ts'
import { listUnservedProgram } from '../testing/program.ts'

// Tried once for the list of versions and once for this exact version of each. The pages of evcc and KEDA say what was seen with their readers, compiled by hand.
const reason = 'the Go module proxy does not serve this module'

await listUnservedProgram(pinnedPrograms.evcc, reason)
await listUnservedProgram(pinnedPrograms.kedaOperator, reason)
