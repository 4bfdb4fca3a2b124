import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const EXIT_SOON = JSON.stringify(join(import.meta.dirname, 'exit-soon.ts'))

async function endOf(left: string) {
  const script = `
    import { exitSoon } from ${EXIT_SOON}
    ${left}
    exitSoon(3, { warn: (message, { left }) => process.stderr.write(message + left) })
    process.exitCode = 4`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code: code as number | null, signal: signal as string | null }
}

it('[OP255] ends a process in which something is left, with its code, and says what', async () => {
  const { said, code, signal } = await endOf('setTimeout(() => {}, 600_000)')
  expect([code, signal]).toEqual([3, null])
  expect(said).toContain('something was left when everything was closed')
  expect(said).toContain('Timeout')
})

it('[OP255] lets a process end by itself that can', async () => {
  expect(await endOf('')).toEqual({ said: '', code: 4, signal: null })
})
