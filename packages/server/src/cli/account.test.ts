import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOperations, type OfflineOperations } from '#compose/offline.ts'
import { readConfig } from '#config.ts'
import { listenForControl } from '#control/listen.ts'
import { makeDataFolder } from '#data-folder.ts'
import { resetSecondStep } from './account.ts'
import { WrongUse } from './wrong-use.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const ANN = { email: 'ann@example.com', password: 'correct horse' }
const UNTOUCHED = { email: ANN.email, secondStepWasOn: false, passkeysRemoved: 0, sessionsEnded: 0 }

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'hindcast-account-'))
  await withOperations(async ({ operations }) => void (await operations.init({ ...ANN, project: 'Web' })))
})
afterEach(() => rm(data, { recursive: true, force: true }))

async function withOperations(work: (offline: OfflineOperations) => Promise<void>): Promise<void> {
  const offline = await openOperations(readConfig({}, { data }), await makeDataFolder(data), silent)
  try {
    await work(offline)
  } finally {
    await offline.close()
  }
}

async function run(flags: Readonly<Record<string, string | boolean>>) {
  const printed: string[] = []
  const terminal = { print: (text: string) => void printed.push(text), complain() {} }
  const code = await resetSecondStep({ config: readConfig({}, { data }), flags, rest: [], terminal })
  return { code, printed }
}

describe('account reset-second-step', () => {
  it('[CL8] says in plain words what it did, and what it left alone', async () => {
    expect(await run({ email: ANN.email })).toEqual({
      code: 0,
      printed: [
        [
          'ann@example.com can sign in with the password alone. The password was not changed.',
          'The second step was not switched on.',
          'Passkeys removed: 0. Sessions ended: 0.',
        ].join('\n'),
      ],
    })
  })

  it('[CL8] prints one object for scripts', async () => {
    const { code, printed } = await run({ email: ANN.email, json: true })
    expect([code, printed.map((line) => JSON.parse(line) as unknown)]).toEqual([0, [UNTOUCHED]])
  })

  it('[CL8] asks the running server, which owns the stores', async () => {
    await withOperations(async ({ operations }) => {
      const asked: unknown[] = []
      const { controlSocket } = await makeDataFolder(data)
      const socket = await listenForControl(
        controlSocket,
        () => ({
          ...operations,
          resetSecondStep: (input) => (asked.push(input), operations.resetSecondStep(input)),
        }),
        silent,
      )
      try {
        const { printed } = await run({ email: ANN.email, json: true })
        expect(JSON.parse(printed[0]!)).toEqual(UNTOUCHED)
        expect(asked).toEqual([{ email: ANN.email }])
        await expect(run({ email: 'eve@example.com' })).rejects.toMatchObject({ code: 'not_found' })
      } finally {
        await socket.close()
      }
    })
  })

  it('[CL8] without an address does nothing, and is wrong use', async () => {
    await expect(run({})).rejects.toThrow(WrongUse)
  })
})
