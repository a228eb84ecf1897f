// Reads an action and a workflow with GitHub's own parser, and prints its complaints as JSON.
import { readFileSync } from 'node:fs'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parseAction } from '@actions/workflow-parser/actions/action-parser'

const [action, workflow] = process.argv.slice(2)
const trace = new NoOperationTraceWriter()
const complaintsOf = ({ context }) => context.errors.getErrors().map(({ message }) => message)
const read = (name) => ({ name, content: readFileSync(name, 'utf8') })

console.log(
  JSON.stringify({
    action: complaintsOf(parseAction(read(action), trace)),
    workflow: complaintsOf(parseWorkflow(read(workflow), trace)),
    wrong: complaintsOf(
      parseAction({ name: 'wrong.yml', content: 'name: x\nruns:\n  using: composite\n  stepz: []\n' }, trace),
    ),
  }),
)
