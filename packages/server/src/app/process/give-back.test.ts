import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { releaseMemoryAfter } from './give-back.ts'

it('[OP58] the flags of the executable give a process the collector that is called after the start', () => {
  const flags = fileURLToPath(new URL('../../../bin/compile-cache.js', import.meta.url))
  const script = `const { V8_FLAGS } = await import(${JSON.stringify(flags)})
    const { spawnSync } = await import('node:child_process')
    const said = spawnSync(process.execPath, [...V8_FLAGS, '-p', 'typeof gc'], { encoding: 'utf8' })
    process.stdout.write(said.stdout)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('function')
})

it('[IN61] collects garbage once after much memory was released, and again after as much more', () => {
  const planned: Array<() => void> = []
  const released = releaseMemoryAfter(100, (work) => planned.push(work))
  const { gc } = globalThis
  let collections = 0
  globalThis.gc = (() => void collections++) as typeof globalThis.gc
  for (const bytes of [60, 39]) released(bytes)
  expect(planned).toHaveLength(0)
  for (const bytes of [1, 500]) released(bytes)
  expect(planned).toHaveLength(1)
  planned[0]!()
  released(99)
  expect([collections, planned.length]).toEqual([1, 1])
  released(1)
  expect(planned).toHaveLength(2)
  globalThis.gc = gc
})
