import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { ROOT } from './harness/paths.ts'

const DEMO = join(ROOT, 'tools/demo/main.ts')
const LISTENING = /✓ Starting Hindcast/

it('[OP101] Ctrl-C ends what the demo started and removes its data', async () => {
  const home = await mkdtemp(join(tmpdir(), 'hindcast-demo-test-'))
  // A group of its own: what is left of it afterwards can be told.
  const demo = spawn(process.execPath, [DEMO], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: home },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exit = once(demo, 'exit')
  let output = ''
  demo.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await eventually(
    'the server of the demo',
    () => Promise.resolve(LISTENING.test(output) || undefined),
    150_000,
  )
  expect(await readdir(home)).toContainEqual(expect.stringMatching(/^hindcast-demo-/))
  // As a terminal does it: the whole group hears of it.
  process.kill(-demo.pid!, 'SIGINT')
  expect(await exit).toEqual([0, null])
  expect(output).toMatch(/Stopped\.\s*$/)
  expect((await readdir(home)).filter((name) => name.startsWith('hindcast-demo-'))).toEqual([])
  await eventually('the end of its processes', () => Promise.resolve(isGone(demo.pid!) || undefined), 10_000)
  await rm(home, { recursive: true, force: true })
})

/** Whether no process of the group is left. */
function isGone(group: number): boolean {
  try {
    process.kill(-group, 0)
    return false
  } catch {
    return true
  }
}
