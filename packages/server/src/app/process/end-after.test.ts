import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const END_AFTER = JSON.stringify(join(import.meta.dirname, 'end-after.ts'))
const IMPORTS = `
  import { Worker } from 'node:worker_threads'
  import { endAfter } from ${END_AFTER}
  const log = { error: (message) => process.stderr.write(message) }`

/** Closes nothing, ends nothing, and has a thread that never returns. */
const HANGING = `${IMPORTS}
  new Worker('for (;;);', { eval: true })
  setInterval(() => {}, 1000)
  endAfter(50, log)`

/** `process.exit` waits for such a thread. */
const WAITING = `${IMPORTS}
  const script = "import { execFileSync } from 'node:child_process';"
    + "import { parentPort } from 'node:worker_threads';"
    + "parentPort.postMessage('begun'); execFileSync('sleep', ['20'])"
  new Worker(script, { eval: true }).once('message', () => {
    endAfter(50, log)
    setTimeout(() => process.exit(0), 20)
  })`

it('[OP60] ends a process that cannot end by itself, and says so', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HANGING])
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  expect(said).toContain('stopping took too long')
})

it('[OP60] keeps no process that is done', async () => {
  const done = HANGING.replace(/^.*(?:new Worker|setInterval).*$/gm, '').replace('50', '600000')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', done])
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('[OP60] ends a process that waits at its end for a thread inside a native call', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WAITING])
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})
