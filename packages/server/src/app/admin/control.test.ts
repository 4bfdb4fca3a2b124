import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callServer, isServerRunning } from './call.ts'
import { pidFileOf, waitForFolder } from './claim-folder.ts'
import { examine } from './doctor.ts'
import { listenForControl } from './listen.ts'
import type { Operations } from './operations.ts'
import { controlSocketPath } from './socket-path.ts'
import { AppError } from '#domain/app-error.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
let dir: string
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'hindcast-control-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

function operations(createProject: Operations['createProject']): Operations {
  const never = () => Promise.reject(new Error('not asked for'))
  const doctors = {
    doctor: never,
    doctorSourceMaps: never,
    retention: never,
    copyStores: never,
    drainSpool: never,
    spoolStatus: never,
    holdStores: never,
  }
  const accounts = { resetSecondStep: never, resetPassword: never }
  return { init: never, createToken: never, ...accounts, seed: never, ...doctors, createProject }
}

describe('control socket', () => {
  it('[CL1] runs an operation on the server and hands back its answer', async () => {
    const path = controlSocketPath(dir)
    const made = { url: 'u', dsn: 'd', project: 'web', org: 'main', id: '1' }
    const asked: unknown[] = []
    const socket = await listenForControl(
      path,
      () => operations(async (input) => (asked.push(input), made)),
      silent,
    )
    expect(await callServer(path, 'createProject', { name: 'Web' })).toEqual(made)
    expect(asked).toEqual([{ name: 'Web' }])
    await socket.close()
  })

  it('[CL5] carries a refusal as what it is, and hides a fault', async () => {
    const path = controlSocketPath(dir)
    let failure: Error = new AppError('invalid_input', 'A project needs a name.')
    const socket = await listenForControl(path, () => operations(() => Promise.reject(failure)), silent)
    await expect(callServer(path, 'createProject', { name: '' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'A project needs a name.',
    })
    failure = new Error('secret path /srv/x')
    await expect(callServer(path, 'createProject', { name: '' })).rejects.toThrow(/^(?!.*secret path)/)
    await socket.close()
  })

  it('[CL2] refuses a second server, and takes over a socket that a kill left behind', async () => {
    const path = controlSocketPath(dir)
    const socket = await listenForControl(path, () => undefined, silent)
    await expect(listenForControl(path, () => undefined, silent)).rejects.toThrow(
      /already uses this data folder/,
    )
    await socket.close()
    await writeFile(path, '')
    const second = await listenForControl(path, () => undefined, silent)
    expect(await isServerRunning(path)).toBe(true)
    await second.close()
    expect(await isServerRunning(path)).toBe(false)
  })

  it('[OP61] says which process uses the folder', async () => {
    const path = controlSocketPath(dir)
    const socket = await listenForControl(path, () => undefined, silent)
    await expect(waitForFolder(path, silent)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`already uses this data folder (process ${process.pid})`),
    })
    await socket.close()
    await waitForFolder(path, silent)
  })

  it('[OP61] waits for a server that is stopping, says so once, and gives up with a sentence', async () => {
    const path = controlSocketPath(dir)
    const socket = await listenForControl(path, () => undefined, silent)
    socket.stopping()
    await expect(waitForFolder(path, silent, 0)).rejects.toThrow(
      `is still stopping (process ${process.pid}). Wait`,
    )
    const said: string[] = []
    const told = Promise.withResolvers<void>()
    const log = { ...silent, info: (message: string) => (said.push(message), told.resolve()) }
    const waiting = waitForFolder(path, log)
    await told.promise
    await socket.close()
    await waiting
    expect(said).toEqual([
      `waiting for the server that is stopping on this data folder (process ${process.pid})`,
    ])
  })

  it('[OP61] says which process hangs on the folder', async () => {
    const path = controlSocketPath(dir)
    const silence = createServer(() => undefined)
    silence.listen(path)
    await once(silence, 'listening')
    await expect(waitForFolder(path, silent, 0, 50)).rejects.toThrow('does not answer. End that process')
    await writeFile(pidFileOf(path), '4711')
    await expect(waitForFolder(path, silent, 0, 50)).rejects.toThrow(
      'does not answer (process 4711). End it with "kill -9 4711"',
    )
    silence.close()
    silence.closeAllConnections()
  })

  it('[CL2] lets only its own user in', async () => {
    const path = controlSocketPath(dir)
    const socket = await listenForControl(path, () => undefined, silent)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await socket.close()
  })

  it('[CL2] finds another place for a socket whose path the kernel would cut', () => {
    const deep = join(dir, 'x'.repeat(120))
    expect(Buffer.byteLength(controlSocketPath(deep))).toBeLessThan(100)
    expect(controlSocketPath(deep)).toBe(controlSocketPath(deep))
  })
})

describe('doctor', () => {
  it('[CL4] reports a check that throws as a failure and goes on', async () => {
    const report = await examine({
      disk: () => Promise.reject(new Error('cannot be read')),
      clock: () => Promise.resolve({ check: 'clock', verdict: 'ok', seen: 'now' }),
    })
    expect(report).toEqual({
      healthy: false,
      findings: [
        { check: 'disk', verdict: 'failure', seen: 'cannot be read' },
        { check: 'clock', verdict: 'ok', seen: 'now' },
      ],
    })
  })
})
