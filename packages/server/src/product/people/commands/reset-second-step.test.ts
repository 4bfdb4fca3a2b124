import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import { createAccounts } from '#accounts/better-auth.ts'
import { silentLog as log } from '#domain/testing.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { createOwner } from './create-owner.ts'
import { resetSecondStep } from './reset-second-step.ts'

const ORIGIN = 'http://127.0.0.1:8000'
const ANN = { email: 'ann@example.com', password: 'correct horse', name: 'Ann' }

let folder: string
let records: RecordStore
let deps: CommandDeps
let signIn: () => Promise<Response>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-reset-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  const accounts = createAccounts({
    passwordHash: QUICK_HASH,
    database: records.accounts,
    secret: 'a secret of more than thirty-two characters',
    addresses: () => ({ publicUrl: undefined, listeningUrl: ORIGIN }),
    now: () => 5_000,
    log,
  })
  deps = { records, accounts, now: () => 5_000 }
  signIn = async () =>
    accounts.handler(
      new Request(`${ORIGIN}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN },
        body: JSON.stringify({ email: ANN.email, password: ANN.password }),
      }),
    )
})
afterEach(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

async function changesOf(organizationId: string) {
  return (await records.audit.page(organizationId, { kind: 'account' }, { limit: 10 })).entries
}

describe('resetting the second step', () => {
  it('[AC86] is one line of the audit log that says the command line did it, and what there was before', async () => {
    const { userId, organization } = await createOwner(deps, ANN)
    await signIn()
    expect(await resetSecondStep(deps, ' Ann@Example.com ')).toEqual({
      email: ANN.email,
      secondStepWasOn: false,
      passkeysRemoved: 0,
      sessionsEnded: 1,
    })
    expect(await changesOf(organization.id)).toMatchObject([
      {
        at: 5_000,
        actor: { kind: 'command_line' },
        target: { kind: 'account', id: userId, name: 'Ann' },
        before: { sessions: 1 },
        after: { sessions: 0 },
      },
    ])
    expect((await signIn()).status).toBe(200)
  })

  it('[AC86] of an unknown address changes nothing and says so', async () => {
    const { organization } = await createOwner(deps, ANN)
    await signIn()
    await expect(resetSecondStep(deps, 'eve@example.com')).rejects.toMatchObject({
      code: 'not_found',
      message: 'No account has the email address “eve@example.com”.',
    })
    expect(await changesOf(organization.id)).toEqual([])
    expect(await resetSecondStep(deps, ANN.email)).toMatchObject({ sessionsEnded: 1 })
  })
})
