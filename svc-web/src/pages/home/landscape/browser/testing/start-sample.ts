import { makeSampleInput, type Sample } from '../../testing/sample-input.ts'
import { startLandscape } from '../start-landscape.ts'

// The script of a test page: it starts the landscape of the sample that the page names, and writes down what the reader chooses.
const { dataset } = document.body
const sample: Sample = JSON.parse(dataset['sample'] ?? '')
const control = startLandscape((start) => {
  // An answer of another length stands above the landscape.
  const answer = document.getElementById('answer')
  if (answer !== null) answer.innerHTML = '<br>'.repeat((start ?? 0) % 5)
  dataset['moves'] = `${dataset['moves'] ?? ''} ${start ?? 'best'}`.trim()
})
control.show(makeSampleInput(sample))
dataset['started'] = ''
