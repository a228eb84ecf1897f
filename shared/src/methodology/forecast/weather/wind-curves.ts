/** Typical power curves of the fleet: speed at which half of the power is reached, and the slope there, m/s. Old, usual and offshore turbines. */
const curves = [
  { half: 6, slope: 1.2 },
  { half: 8.5, slope: 1.5 },
  { half: 11, slope: 1.8 },
] as const

/** Speed around which turbines stop in a storm, m/s. */
const cutOut = { half: 24, slope: 1.5 } as const

/** Share of the full power, 0 to 1, that each curve gives at a wind speed 100 m above ground, by the speed of its half power. */
export type WindShares = { q6: number; q8: number; q11: number }

/** Shares of the full power at a wind speed, m/s, 100 m above ground; 0 without wind. */
export function computeWindShares(speed: number): WindShares {
  const [q6, q8, q11] = curves.map(({ half, slope }) => {
    const share = 1 / (1 + Math.exp(-(speed - half) / slope)) - 1 / (1 + Math.exp(half / slope))
    return share / (1 + Math.exp((speed - cutOut.half) / cutOut.slope))
  }) as [number, number, number]
  return { q6, q8, q11 }
}
