import { expect, test } from 'bun:test'
import { addSample, createEquations, listDiagonal, solveEquations } from './least-squares.ts'

const solve = (equations: ReturnType<typeof createEquations>) => {
  const diagonal = listDiagonal(equations)
  const small = (1e-4 * diagonal.reduce((sum, one) => sum + one, 0)) / diagonal.length
  return solveEquations(
    equations,
    diagonal.map(() => small),
  )
}

test('least squares find the weights that made the samples, for terms of any size', () => {
  const equations = createEquations(3)
  for (let index = 0; index < 100; index += 1) {
    const terms = [Math.sin(index), 5 * Math.cos(3 * index), 0.3 * Math.sin(7 * index)]
    addSample(equations, terms, 0.5 * (terms[0] ?? 0) - 0.2 * (terms[1] ?? 0) + 2 * (terms[2] ?? 0))
  }
  const [first = 0, second = 0, third = 0] = solve(equations)
  expect(equations.samples).toBe(100)
  expect(first).toBeCloseTo(0.5, 2)
  expect(second).toBeCloseTo(-0.2, 2)
  expect(third).toBeCloseTo(2, 1)
})

test('a term that is nearly always 0 gets a small weight and disturbs no other', () => {
  const equations = createEquations(2)
  for (let index = 1; index <= 50; index += 1) addSample(equations, [index, 0], 3 * index)
  expect(solve(equations)[1]).toBe(0)
  addSample(equations, [0, 1e-4], 5)
  const [large = 0, small = 0] = solve(equations)
  expect(large).toBeCloseTo(3, 2)
  expect(Math.abs(small)).toBeLessThan(0.01)
  expect(solveEquations(createEquations(2), [0, 0])).toEqual([0, 0])
})

test('a penalty pulls a coefficient to its prior, the more the fewer samples contradict', () => {
  const fit = (samples: number) => {
    const equations = createEquations(1)
    for (let index = 0; index < samples; index += 1) addSample(equations, [1], 3)
    return solveEquations(equations, [4], [1])[0]
  }
  expect(fit(0)).toBe(1)
  expect(fit(4)).toBe(2)
  expect(fit(396)).toBeCloseTo(2.98, 10)
})

test('a sample of weight 3 counts as three samples', () => {
  const [weighted, repeated] = [createEquations(2), createEquations(2)]
  addSample(weighted, [1, 2], 5, 3)
  addSample(weighted, [1, -1], 2)
  for (let index = 0; index < 3; index += 1) addSample(repeated, [1, 2], 5)
  addSample(repeated, [1, -1], 2)
  expect(solveEquations(weighted, [1, 1])).toEqual(solveEquations(repeated, [1, 1]))
  expect(weighted.weight).toBe(4)
  expect(listDiagonal(weighted)).toEqual([4, 13])
})
