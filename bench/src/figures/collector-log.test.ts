import { expect, test } from 'bun:test'
import { readCollectorLog } from './collector-log.ts'

/** Lines of Bun 1.4.5: a young collection that ran beside the program and stopped it twice, and one of the whole heap in one stop. */
const log = `
Requesting GC because bytes allocated this cycle: 8270132 exceed bytes allowed: 8259492 normal bytes: 8270132 oversized bytes: 0 last oversized: 0
[GC<0x537a2c18118>: START M 8437kb => EdenCollection, a=0kb hf=0.000 mu=0.600 v=0kb (C:0 M:0 P1:0) o=0 b=0 i#1:N<CsMsrShDMsm(0)SrbBcs> 1351+0 p=4.257012ms (max 4.257012)...]
[GC<0x537a2c18118>: M a=0kb hf=0.000 mu=0.600 v=4145kb (C:854 M:0 P1:3291) o=8 b=0 i#2:N<WsOJw>Pbc 3+0 v=179kb => 6906kb, p=0.720285ms (max 4.257012), cycle 6.1ms END]
GC END!
[GC<0x537a2c18118>: epilogue 0.009474ms]
[GC<0x537a2c18118>: START M 507kb => FullCollection, a=0kb hf=0.000 mu=0.600 v=0kb (C:0 M:0 P1:0) o=0 b=14 i#1:N<CsMsrShDMsm(0)SrbBcs> 0+0 => 126kb, p=0.505544ms (max 4.257012), cycle 0.498874ms END]
GC END!
`

test('every pause of a collection is read from the log, and collections of young objects are told from those of the whole heap', () => {
  expect(readCollectorLog(log)).toEqual({ young: 1, full: 1, pausesMs: [4.257012, 0.720285, 0.505544] })
})

test('the collector log of the running Bun is understood', async () => {
  const script = 'Bun.gc(true); Bun.gc(true)'
  const { stderr } = Bun.spawnSync([process.execPath, '-e', script], { env: { BUN_JSC_logGC: '1' } })
  const { full, pausesMs } = readCollectorLog(stderr.toString())
  expect(full).toBeGreaterThanOrEqual(2)
  expect(pausesMs.length).toBeGreaterThanOrEqual(full)
})

test('a process that collected nothing has no pauses', () => {
  expect(readCollectorLog('')).toEqual({ young: 0, full: 0, pausesMs: [] })
})
