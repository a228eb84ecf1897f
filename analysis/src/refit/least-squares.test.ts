import { expect, test } from 'bun:test'
import { addSample, createEquations, solveEquations } from './least-squares.ts'

test('least squares find the weights that made the samples, for terms of any size', () => {
  const equations = createEquations(3)
  for (let index = 0; index < 100; index += 1) {
    const terms = [Math.sin(index), 5 * Math.cos(3 * index), 0.3 * Math.sin(7 * index)]
    addSample(equations, terms, 0.5 * (terms[0] ?? 0) - 0.2 * (terms[1] ?? 0) + 2 * (terms[2] ?? 0))
  }
  const [first = 0, second = 0, third = 0] = solveEquations(equations)
  expect(equations.samples).toBe(100)
  expect(first).toBeCloseTo(0.5, 2)
  expect(second).toBeCloseTo(-0.2, 2)
  expect(third).toBeCloseTo(2, 1)
})

test('a term that is nearly always 0 gets a small weight and disturbs no other', () => {
  const equations = createEquations(2)
  for (let index = 1; index <= 50; index += 1) addSample(equations, [index, 0], 3 * index)
  expect(solveEquations(equations)[1]).toBe(0)
  addSample(equations, [0, 1e-4], 5)
  const [large = 0, small = 0] = solveEquations(equations)
  expect(large).toBeCloseTo(3, 2)
  expect(Math.abs(small)).toBeLessThan(0.01)
  expect(solveEquations(createEquations(2))).toEqual([0, 0])
})
