import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOperations, type OfflineOperations } from '#app/offline.ts'
import { readConfig } from '#app/config.ts'
import { listenForControl } from '#app/admin/listen.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import { resetPassword, resetSecondStep } from './account.ts'
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

async function run(
  flags: Readonly<Record<string, string | boolean>>,
  command = resetSecondStep,
  env: Readonly<Record<string, string>> = {},
) {
  const printed: string[] = []
  const terminal = { print: (text: string) => void printed.push(text), complain() {} }
  const code = await command({ config: readConfig(env, { data }), flags, rest: [], terminal })
  return { code, printed }
}

describe('account reset-second-step', () => {
  it('[CL8] says in plain words what it did, and what it left alone', async () => {
    expect(await run({ email: ANN.email })).toEqual({
      code: 0,
      printed: [
        [
          'ann@example.com can sign in with the password alone. The password was not changed.',
          'Two-factor authentication was not on.',
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

describe('account reset-password', () => {
  const HINDCAST_URL = 'https://errors.example.com'

  it('[CL9] prints a link for one person, and says what it does', async () => {
    const { code, printed } = await run({ email: ANN.email }, resetPassword, { HINDCAST_URL })
    expect(code).toBe(0)
    const [first, link, ...rest] = printed.join('\n').split('\n')
    expect(first).toBe('Send this link to ann@example.com and nobody else:')
    expect(link).toMatch(/^ {2}https:\/\/errors\.example\.com\/reset-password#\w{40}$/)
    expect(rest).toEqual([
      'It works once, expires in one hour, and ends all of their sessions.',
      'The old password works until then. Two-factor authentication and passkeys stay as they are.',
    ])
  })

  it('[CL9] prints only the path if no public address is configured', async () => {
    const { printed } = await run({ email: ANN.email }, resetPassword)
    expect(printed[0]).toMatch(/HINDCAST_URL is not set.*\n {2}\/reset-password#\w{40}\n/)
    expect(printed[0]).not.toContain('http')
  })

  it('[CL10] prints one object for scripts', async () => {
    const { printed } = await run({ email: ANN.email, json: true }, resetPassword, { HINDCAST_URL })
    const result = JSON.parse(printed[0]!) as Record<string, string>
    expect(Object.keys(result)).toEqual(['email', 'url', 'path', 'expiresAt'])
    expect(result['url']).toBe(`${HINDCAST_URL}${result['path']}`)
    expect(Date.parse(result['expiresAt']!) - Date.now()).toBeGreaterThan(3_500_000)
  })

  it('[CL9] needs the address of an account', async () => {
    await expect(run({}, resetPassword)).rejects.toThrow(WrongUse)
    await expect(run({ email: 'eve@example.com' }, resetPassword)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
