import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { AccountRecords } from '#accounts/testing/account-records.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts } from './better-auth.ts'
import { codeFor } from '#accounts/testing/totp.ts'

const ORIGIN = 'http://127.0.0.1:8000'
const ANN = { email: 'ann@example.com', password: 'correct horse', name: 'Ann' }
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

let files: AccountRecords
let records: RecordStore
let accounts: Accounts
let changes: string[]
let addresses: number
let ann: string

/** The next code of the app: already accepted, and not used yet. */
const nextCode = (totpURI: string) => codeFor(totpURI, Date.now() + 30_000)

function openAccounts(): Accounts {
  return createAccounts({
    passwordHash: QUICK_HASH,
    database: records.accounts,
    secret: 'a secret of more than thirty-two characters',
    addresses: () => ({ publicUrl: undefined, listeningUrl: ORIGIN }),
    now: () => 1_000,
    attempts: files.countsAttempts ? records.attempts : undefined,
    log,
    onChange: async (_, change) => void changes.push(change),
  })
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Each from an address of its own, so that what is tried here is not what limits addresses. */
async function post(path: string, body: object, cookie = ''): Promise<Response> {
  addresses += 1
  const request = new Request(`${ORIGIN}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie },
    body: JSON.stringify(body),
  })
  return accounts.handler(request, `203.0.113.${addresses}`)
}

const signIn = (cookie = '', { email, password } = ANN) => post('/sign-in/email', { email, password }, cookie)
const isSignedIn = async (cookie: string) => (await accounts.session(new Headers({ cookie }))) !== undefined

interface SecondStep {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

async function switchedOn(): Promise<SecondStep & { readonly cookie: string }> {
  const session = cookiesOf(await signIn())
  const made = (await (
    await post('/two-factor/enable', { password: ANN.password }, session)
  ).json()) as SecondStep
  const code = codeFor(made.totpURI, Date.now())
  const verified = await post('/two-factor/verify-totp', { code }, session)
  expect(verified.status).toBe(200)
  return { ...made, cookie: cookiesOf(verified) }
}

export function describeSecondStep(engine: string, begin: () => Promise<AccountRecords>): void {
  describe(`accounts in ${engine}`, () => {
    beforeEach(async () => {
      files = await begin()
      changes = []
      addresses = 0
      records = await files.open()
      accounts = openAccounts()
      ann = (await accounts.createUser(ANN)).id
    })
    afterEach(async () => {
      await records.close()
      await files.cleanup()
    })

    describe('the second step', () => {
      it('[AC81] is asked for only after it was tried once, and then before anybody is signed in', async () => {
        const session = cookiesOf(await signIn())
        const wrong = await post('/two-factor/enable', { password: 'not it at all' }, session)
        expect([wrong.status, await wrong.json()]).toEqual([
          400,
          { code: 'invalid_input', message: 'The password is wrong.' },
        ])
        await post('/two-factor/enable', { password: ANN.password }, session)
        expect(await isSignedIn(cookiesOf(await signIn()))).toBe(true)
        const { totpURI } = await switchedOn()
        const first = await signIn()
        expect(await first.json()).toMatchObject({ twoFactorRedirect: true })
        const pending = cookiesOf(first)
        expect(await isSignedIn(pending)).toBe(false)
        const refused = await post('/two-factor/verify-totp', { code: '000000' }, pending)
        expect([refused.status, await refused.json()]).toEqual([
          401,
          { code: 'unauthenticated', message: 'This code is wrong, expired or already used.' },
        ])
        const second = await post('/two-factor/verify-totp', { code: nextCode(totpURI) }, pending)
        expect(second.status).toBe(200)
        expect(await isSignedIn(cookiesOf(second))).toBe(true)
        const again = await post('/two-factor/verify-totp', { code: nextCode(totpURI) }, pending)
        expect(again.status).toBe(401)
        expect(changes).toEqual(['second_step_on'])
      })

      it('[AC103] logs signing out other sessions in the audit log, only for signed-in users', async () => {
        const elsewhere = cookiesOf(await signIn())
        const here = cookiesOf(await signIn())
        expect((await post('/revoke-other-sessions', {})).status).toBe(401)
        expect(changes).toEqual([])
        expect((await post('/revoke-other-sessions', {}, here)).status).toBe(200)
        expect(changes).toEqual(['sessions_ended'])
        expect([await isSignedIn(elsewhere), await isSignedIn(here)]).toEqual([false, true])
      })

      it('[AC110] takes a code once, also when it is shown again after a restart', async () => {
        const { totpURI } = await switchedOn()
        const code = nextCode(totpURI)
        const [first, second] = [cookiesOf(await signIn()), cookiesOf(await signIn())]
        expect((await post('/two-factor/verify-totp', { code }, first)).status).toBe(200)
        const replayed = await post('/two-factor/verify-totp', { code }, second)
        expect([replayed.status, await replayed.json()]).toEqual([
          401,
          { code: 'unauthenticated', message: 'This code is wrong, expired or already used.' },
        ])
        await records.close()
        records = await files.open()
        accounts = openAccounts()
        const third = cookiesOf(await signIn())
        expect((await post('/two-factor/verify-totp', { code }, third)).status).toBe(401)
      })

      it('[AC110] does not let in with the code that switched it on', async () => {
        const session = cookiesOf(await signIn())
        const made = (await (
          await post('/two-factor/enable', { password: ANN.password }, session)
        ).json()) as SecondStep
        const code = nextCode(made.totpURI)
        expect((await post('/two-factor/verify-totp', { code }, session)).status).toBe(200)
        const pending = cookiesOf(await signIn())
        expect((await post('/two-factor/verify-totp', { code }, pending)).status).toBe(401)
      })

      it('[AC110] of many who show one code at the same moment lets one in', async () => {
        const { totpURI } = await switchedOn()
        const code = nextCode(totpURI)
        const pending = await Promise.all(Array.from({ length: 5 }, async () => cookiesOf(await signIn())))
        const answers = await Promise.all(
          pending.map(async (cookie) => post('/two-factor/verify-totp', { code }, cookie)),
        )
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
          200, 401, 401, 401, 401,
        ])
      })

      it('[AC110] is no secret between accounts: a code of one does not use up that of another', async () => {
        const ben = { email: 'ben@example.com', password: 'battery staple', name: 'Ben' }
        const { id } = await accounts.createUser(ben)
        const { totpURI } = await switchedOn()
        const code = nextCode(totpURI)
        const session = cookiesOf(await signIn('', ben))
        await post('/two-factor/enable', { password: ben.password }, session)
        await post('/two-factor/verify-totp', { code }, session)
        const pending = cookiesOf(await signIn())
        expect(id).not.toBe(ann)
        expect((await post('/two-factor/verify-totp', { code }, pending)).status).toBe(200)
      })

      it('[AC111] ends every other session when it is switched on or off', async () => {
        const elsewhere = cookiesOf(await signIn())
        const { cookie, totpURI } = await switchedOn()
        expect([await isSignedIn(elsewhere), await isSignedIn(cookie)]).toEqual([false, true])
        const pending = cookiesOf(await signIn())
        const second = cookiesOf(await post('/two-factor/verify-totp', { code: nextCode(totpURI) }, pending))
        const off = await post('/two-factor/disable', { password: ANN.password }, cookie)
        expect([await isSignedIn(second), await isSignedIn(cookiesOf(off))]).toEqual([false, true])
      })

      it('[AC82] takes each recovery code once, and new ones end the old', async () => {
        const { backupCodes, cookie } = await switchedOn()
        expect(new Set(backupCodes).size).toBe(10)
        const withCode = async (code: string) => {
          const pending = cookiesOf(await signIn())
          return (await post('/two-factor/verify-backup-code', { code }, pending)).status
        }
        expect(await withCode(backupCodes[0]!)).toBe(200)
        expect(await withCode(backupCodes[0]!)).toBe(401)
        const made = await post('/two-factor/generate-backup-codes', { password: ANN.password }, cookie)
        const { backupCodes: fresh } = (await made.json()) as SecondStep
        expect(await withCode(backupCodes[1]!)).toBe(401)
        expect(await withCode(fresh[0]!)).toBe(200)
        expect(changes).toEqual(['second_step_on', 'recovery_codes_made'])
      })

      it('[AC83] takes five wrong codes for one sign-in, whatever address they come from', async () => {
        const { totpURI } = await switchedOn()
        const pending = cookiesOf(await signIn())
        for (let attempt = 0; attempt < 5; attempt++) {
          expect((await post('/two-factor/verify-totp', { code: '000000' }, pending)).status).toBe(401)
        }
        const right = await post('/two-factor/verify-totp', { code: nextCode(totpURI) }, pending)
        expect(right.status).toBe(400)
        expect(await right.json()).toMatchObject({ message: expect.stringContaining('Too many wrong codes') })
        expect(await isSignedIn(cookiesOf(right))).toBe(false)
      })

      it('[AC81] is switched off only with the password', async () => {
        const { cookie } = await switchedOn()
        expect((await post('/two-factor/disable', { password: 'not it at all' }, cookie)).status).toBe(400)
        expect((await signIn().then((response) => response.json())) as object).toMatchObject({
          twoFactorRedirect: true,
        })
        expect((await post('/two-factor/disable', { password: ANN.password }, cookie)).status).toBe(200)
        expect(await isSignedIn(cookiesOf(await signIn()))).toBe(true)
        expect(changes).toEqual(['second_step_on', 'second_step_off'])
      })

      it('[AC82] keeps neither the secret nor the recovery codes readable in the records', async () => {
        const { totpURI, backupCodes } = await switchedOn()
        await records.close()
        const bytes = await files.bytes()
        expect(bytes.indexOf(ANN.email)).not.toBe(-1)
        expect(bytes.indexOf(new URL(totpURI).searchParams.get('secret')!)).toBe(-1)
        for (const code of backupCodes) expect(bytes.indexOf(code)).toBe(-1)
        records = await files.open()
      })
    })

    interface Passkeys {
      auth_passkey: Record<'id' | 'publicKey' | 'userId' | 'credentialID' | 'deviceType', string> &
        Record<'counter' | 'backedUp', number>
    }

    /** As the library keeps one; making it takes an authenticator. */
    async function givePasskey(userId: string): Promise<void> {
      const texts = { id: `of ${userId}`, publicKey: 'x', credentialID: `credential of ${userId}` }
      await (records.accounts.db as Kysely<Passkeys>)
        .insertInto('auth_passkey')
        .values({ ...texts, userId, deviceType: 'singleDevice', counter: 0, backedUp: 0 })
        .execute()
    }

    describe('an operator who resets the second step', () => {
      it('[AC85] lets in with the same password who lost phone, recovery codes and passkeys, and ends what was open', async () => {
        const { totpURI, cookie } = await switchedOn()
        await givePasskey(ann)
        const pending = cookiesOf(await signIn())
        expect(await accounts.resetSecondStep(ann)).toEqual({
          secondStepWasOn: true,
          passkeysRemoved: 1,
          sessionsEnded: 1,
        })
        expect(await isSignedIn(cookie)).toBe(false)
        const late = await post('/two-factor/verify-totp', { code: nextCode(totpURI) }, pending)
        expect(late.status).toBe(401)
        expect(await isSignedIn(cookiesOf(await signIn()))).toBe(true)
        expect(await accounts.resetSecondStep(ann)).toEqual({
          secondStepWasOn: false,
          passkeysRemoved: 0,
          sessionsEnded: 1,
        })
      })

      it('[AC85] ends the trust in browsers too, so that a second step that is switched on again is asked for everywhere', async () => {
        const { totpURI } = await switchedOn()
        const pending = cookiesOf(await signIn())
        const code = nextCode(totpURI)
        const trusted = cookiesOf(await post('/two-factor/verify-totp', { code, trustDevice: true }, pending))
        await accounts.resetSecondStep(ann)
        await switchedOn()
        expect(await (await signIn(trusted)).json()).toMatchObject({ twoFactorRedirect: true })
      })

      it('[AC85] does not change other users', async () => {
        const ben = { email: 'ben@example.com', password: 'battery staple', name: 'Ben' }
        const { id } = await accounts.createUser(ben)
        await givePasskey(id)
        const cookie = cookiesOf(await signIn('', ben))
        await switchedOn()
        await accounts.resetSecondStep(ann)
        expect(await isSignedIn(cookie)).toBe(true)
        expect(await accounts.resetSecondStep(id)).toMatchObject({ passkeysRemoved: 1, sessionsEnded: 1 })
      })
    })

    describe('passkeys', () => {
      it('[AC103] are logged in the audit log when renamed, but not when unchanged', async () => {
        await givePasskey(ann)
        const cookie = cookiesOf(await signIn())
        expect((await post('/passkey/update-passkey', { id: 'another', name: 'Mine' }, cookie)).ok).toBe(
          false,
        )
        expect(changes).toEqual([])
        const listed = new Request(`${ORIGIN}/api/auth/passkey/list-user-passkeys`, {
          headers: { origin: ORIGIN, cookie },
        })
        const [passkey] = (await (await accounts.handler(listed, '203.0.113.5')).json()) as Array<{
          id: string
        }>
        expect(
          (await post('/passkey/update-passkey', { id: passkey!.id, name: 'Laptop' }, cookie)).status,
        ).toBe(200)
        expect(changes).toEqual(['passkey_renamed'])
      })

      it('[AC84] are asked to know who holds them, and belong to a name, never to an address', async () => {
        const cookie = cookiesOf(await signIn())
        const request = new Request(`${ORIGIN}/api/auth/passkey/generate-register-options`, {
          headers: { origin: ORIGIN, cookie },
        })
        const options: unknown = await (await accounts.handler(request, '203.0.113.5')).json()
        expect(options).toMatchObject({
          rp: { id: 'localhost', name: 'Hindcast' },
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          attestation: 'none',
        })
      })

      it('[AC84] are not made without a session, and none signs in that was never made', async () => {
        const anonymous = await accounts.handler(
          new Request(`${ORIGIN}/api/auth/passkey/generate-register-options`, {
            headers: { origin: ORIGIN },
          }),
          '203.0.113.5',
        )
        expect(anonymous.status).toBe(401)
        const asked = await accounts.handler(
          new Request(`${ORIGIN}/api/auth/passkey/generate-authenticate-options`, {
            headers: { origin: ORIGIN },
          }),
          '203.0.113.5',
        )
        const response = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }
        const refused = await post('/passkey/verify-authentication', { response }, cookiesOf(asked))
        expect([refused.status, await refused.json()]).toMatchObject([401, { message: 'Unknown passkey.' }])
        expect((await post('/passkey/verify-authentication', { response })).status).toBe(400)
      })
    })
  })
}
