import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callServer, isServerRunning } from '#control/call.ts'
import { examine } from '#control/doctor.ts'
import { listenForControl } from '#control/listen.ts'
import type { Operations } from '#control/operations.ts'
import { controlSocketPath } from '#control/socket-path.ts'
import { AppError } from '#domain/app-error.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
let dir: string
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'hindcast-control-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

function operations(createProject: Operations['createProject']): Operations {
  const never = () => Promise.reject(new Error('not asked for'))
  const doctors = { doctor: never, doctorSourceMaps: never, retention: never }
  return { init: never, createToken: never, resetSecondStep: never, seed: never, ...doctors, createProject }
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
