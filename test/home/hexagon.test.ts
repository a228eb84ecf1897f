import { expect, test } from 'bun:test'
import { hexagonPath } from '../../svc-web/src/kit/hexagon.ts'

test('a hexagon is regular, stands on a corner and is rounded to tenths', () => {
  expect(hexagonPath(45, 51, 48)).toBe('M45 3L86.6 27V75L45 99L3.4 75V27Z')
  const sideAcross = Math.hypot(86.6 - 45, 27 - 3)
  expect(Math.abs(sideAcross - 48)).toBeLessThan(0.1)
})
