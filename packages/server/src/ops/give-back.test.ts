import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('[OP58] the flags of the executable give a process the collector that is called after the start', () => {
  const flags = fileURLToPath(new URL('../../bin/compile-cache.js', import.meta.url))
  const script = `const { V8_FLAGS } = await import(${JSON.stringify(flags)})
    const { spawnSync } = await import('node:child_process')
    const said = spawnSync(process.execPath, [...V8_FLAGS, '-p', 'typeof gc'], { encoding: 'utf8' })
    process.stdout.write(said.stdout)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('function')
})
