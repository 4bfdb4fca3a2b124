import { getMigrations } from 'better-auth/db/migration'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Accounts } from './accounts.ts'
import type { AccountRecords } from '#accounts/testing/account-records.ts'
import { authOptions, type AccountAddresses } from './better-auth-options.ts'
import { createAccounts } from './better-auth.ts'

const ORIGIN = 'http://127.0.0.1:8000'
const ANN = { email: 'ann@example.com', password: 'correct horse', name: 'Ann' }
const SECRET = 'a secret of more than thirty-two characters'

let files: AccountRecords
let records: RecordStore
let accounts: Accounts
let addresses: AccountAddresses
let time: number
let logged: string[]
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (message) => void logged.push(message),
  error: (message) => void logged.push(message),
}

interface Call {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly origin?: string
  readonly address?: string
  readonly method?: string
}

async function call({ path, body, headers = {}, origin = ORIGIN, address = '203.0.113.5', method }: Call) {
  const request = new Request(`${origin}/api/auth${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), origin, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return accounts.handler(request, address)
}

const signIn = async (change: Partial<Call> & { email?: string; password?: string } = {}) => {
  const { email = ANN.email, password = ANN.password, ...rest } = change
  return call({ path: '/sign-in/email', body: { email, password }, ...rest })
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

export function describeAccounts(engine: string, begin: () => Promise<AccountRecords>): void {
  describe(`accounts in ${engine}`, () => {
    beforeEach(async () => {
      logged = []
      time = 1_000
      addresses = { publicUrl: undefined, listeningUrl: ORIGIN }
      files = await begin()
      records = await files.open()
      accounts = createAccounts({
        passwordHash: QUICK_HASH,
        database: records.accounts,
        secret: SECRET,
        addresses: () => addresses,
        now: () => time,
        attempts: files.countsAttempts ? records.attempts : undefined,
        log,
        limits: { ...LIMITS.signIn, triesPerAddress: 14 },
      })
    })
    afterEach(async () => {
      await records.close()
      await files.cleanup()
    })

    it('[AC1] signs in with the right password, knows the session, and forgets it at sign-out', async () => {
      const { id } = await accounts.createUser({ ...ANN, email: ' Ann@Example.com ' })
      const response = await signIn()
      expect(response.status).toBe(200)
      const cookie = cookiesOf(response)
      expect(await accounts.session(new Headers({ cookie }))).toEqual({
        user: { id, email: 'ann@example.com', name: 'Ann' },
      })
      expect(await accounts.findUser('ANN@example.com')).toEqual({
        id,
        email: 'ann@example.com',
        name: 'Ann',
      })
      const out = await call({ path: '/sign-out', body: {}, headers: { cookie } })
      expect(out.status).toBe(200)
      expect(out.headers.getSetCookie().join()).toMatch(/hindcast\.session_token=;.*Max-Age=0/i)
      expect(await accounts.session(new Headers({ cookie }))).toBeUndefined()
    })

    it('[AC2] answers a wrong password and an unknown address in the same words, so addresses cannot be tried out', async () => {
      await accounts.createUser(ANN)
      const wrong = await signIn({ password: 'battery staple' })
      const unknown = await signIn({ email: 'eve@example.com' })
      expect([wrong.status, unknown.status]).toEqual([401, 401])
      const body = await wrong.json()
      expect(body).toEqual({ code: 'unauthenticated', message: expect.any(String) })
      expect(await unknown.json()).toEqual(body)
      expect(wrong.headers.getSetCookie()).toEqual([])
      expect([...wrong.headers.keys()]).toEqual([...unknown.headers.keys()])
    })

    it('[AC3] stops guessing at one account after five tries a minute, for known and unknown addresses alike', async () => {
      await accounts.createUser(ANN)
      for (const email of [ANN.email, 'eve@example.com']) {
        for (let index = 0; index < 5; index++) {
          expect((await signIn({ email, password: `guess number ${index}` })).status).toBe(401)
        }
        const refused = await signIn({ email: email.toUpperCase() })
        expect(refused.status).toBe(429)
        // By the clock of the records, where they count.
        const seconds = Number(refused.headers.get('Retry-After'))
        expect(seconds).toBeGreaterThan(files.countsAttempts ? 30 : 59)
        expect(seconds).toBeLessThanOrEqual(60)
        expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
      }
      expect((await signIn({ address: '198.51.100.7' })).status).toBe(200)
      time += 60_000
      await files.pass(60_000)
      expect((await signIn()).status).toBe(200)
    })

    it('[AC3] limits the tries of one address over all accounts, whatever address its headers claim', async () => {
      await accounts.createUser(ANN)
      const statuses: number[] = []
      for (let index = 0; index < 16; index++) {
        const spoofed = {
          'x-forwarded-for': `10.0.0.${index}`,
          'x-hindcast-client-address': `10.0.1.${index}`,
        }
        statuses.push((await signIn({ email: `user${index}@example.com`, headers: spoofed })).status)
      }
      expect(statuses.slice(0, 14)).toEqual(Array(14).fill(401))
      expect(statuses.slice(14)).toEqual([429, 429])
      expect((await signIn({ address: '198.51.100.7' })).status).toBe(200)
    })

    it('[AC112] does not lock out known browsers when others guess passwords from the same address', async () => {
      await accounts.createUser(ANN)
      await accounts.createUser({ ...ANN, email: 'ben@example.com' })
      const known = cookiesOf(await signIn())
      for (let index = 0; index < 14; index++) await signIn({ email: `user${index}@example.com` })
      expect((await signIn({ email: 'ben@example.com' })).status).toBe(429)
      expect((await signIn({ headers: { cookie: known } })).status).toBe(200)
    })

    it('[AC112] lets the one in whose password is tried out, in the browser they always use', async () => {
      await accounts.createUser(ANN)
      const known = cookiesOf(await signIn())
      for (let index = 0; index < 6; index++) await signIn({ password: `guess number ${index}` })
      expect((await signIn()).status).toBe(429)
      expect((await signIn({ headers: { cookie: known } })).status).toBe(200)
    })

    it('[AC112] counts a known browser too, and knows none by a cookie that is forged or for another account', async () => {
      await accounts.createUser(ANN)
      await accounts.createUser({ ...ANN, email: 'ben@example.com' })
      const bens = cookiesOf(await signIn({ email: 'ben@example.com' }))
      const anns = cookiesOf(await signIn())
      for (let index = 0; index < 5; index++) await signIn({ password: `guess number ${index}` })
      for (const cookie of [
        bens,
        'hindcast.known_browser=x.y',
        'hindcast.known_browser=.',
        anns.replace(/known_browser=./, 'known_browser=~'),
        anns.slice(0, -1),
      ]) {
        expect((await signIn({ headers: { cookie } })).status).toBe(429)
      }
      const statuses: number[] = []
      for (let index = 0; index < 11; index++) {
        statuses.push((await signIn({ password: 'no such password', headers: { cookie: anns } })).status)
      }
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    })

    it('[AC112] counts repeated password checks by account, so that others cannot use up the attempts', async () => {
      await accounts.createUser(ANN)
      await accounts.createUser({ ...ANN, email: 'ben@example.com' })
      const [anns, bens] = [cookiesOf(await signIn()), cookiesOf(await signIn({ email: 'ben@example.com' }))]
      const change = async (cookie: string, currentPassword: string) =>
        (
          await call({
            path: '/change-password',
            body: { currentPassword, newPassword: 'battery staple' },
            headers: { cookie },
          })
        ).status
      for (let index = 0; index < 5; index++) expect(await change(bens, `guess ${index} of it`)).toBe(400)
      expect(await change(bens, ANN.password)).toBe(429)
      expect(await change(anns, ANN.password)).toBe(200)
    })

    it.each([
      ['nothing about them', {}, [false, true]],
      ['true', { revokeOtherSessions: true }, [false, true]],
      ['something that is not false', { revokeOtherSessions: null }, [false, true]],
      ['that they are kept', { revokeOtherSessions: false }, [true, true]],
    ])('[AC111] a new password ends the other sessions where the body says %s', async (_, said, expected) => {
      await accounts.createUser(ANN)
      const elsewhere = cookiesOf(await signIn())
      const here = cookiesOf(await signIn())
      const changed = await call({
        path: '/change-password',
        body: { currentPassword: ANN.password, newPassword: 'battery staple', ...said },
        headers: { cookie: here },
      })
      expect(changed.status).toBe(200)
      const now = cookiesOf(changed) || here
      const isIn = async (cookie: string) => (await accounts.session(new Headers({ cookie }))) !== undefined
      expect([await isIn(elsewhere), await isIn(now)]).toEqual(expected)
    })

    it('[AC4] sets a session cookie that scripts cannot read and other sites do not send', async () => {
      await accounts.createUser(ANN)
      const [cookie] = (await signIn()).headers.getSetCookie()
      expect(cookie).toMatch(/^hindcast\.session_token=/)
      expect(cookie).toMatch(/; HttpOnly/i)
      expect(cookie).toMatch(/; SameSite=Lax/i)
      expect(cookie).toMatch(/; Path=\//i)
      expect(cookie).not.toMatch(/; Secure/i)
    })

    it('[AC4] marks the cookie secure where the public address is https', async () => {
      addresses = { publicUrl: 'https://errors.example.com', listeningUrl: ORIGIN }
      await accounts.createUser(ANN)
      const response = await signIn({ headers: { origin: 'https://errors.example.com' } })
      expect(response.status).toBe(200)
      const [cookie] = response.headers.getSetCookie()
      expect(cookie).toMatch(/^__Secure-hindcast\.session_token=/)
      expect(cookie).toMatch(/; Secure/i)
      const headers = new Headers({ cookie: cookiesOf(response) })
      expect(await accounts.session(headers)).toMatchObject({ user: { email: ANN.email } })
    })

    it('[AC5] makes no user over HTTP, and offers no other route of the account library', async () => {
      const eve = { email: 'eve@example.com', password: 'let me in please', name: 'Eve' }
      for (const path of [
        '/sign-up/email',
        '/sign-up/email/',
        '/sign-in/social',
        '/update-user',
        '/change-email',
        '/delete-user',
        '/forget-password',
        '/set-password',
        '/%73ign-up/email',
        '/../auth/sign-up/email',
        '//sign-up/email',
      ]) {
        expect((await call({ path, body: eve })).status).toBe(404)
      }
      expect((await call({ path: '/error' })).status).toBe(404)
      expect((await call({ path: '/sign-in/email', method: 'GET' })).status).toBe(404)
      expect(await accounts.findUser(eve.email)).toBeUndefined()
    })

    it('[AC6] refuses sign-in and sign-out from a page of another origin', async () => {
      await accounts.createUser(ANN)
      const cookie = cookiesOf(await signIn())
      const hostile: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'https://evil.example', cookie },
        { origin: 'null', cookie },
        { origin: `${ORIGIN}.evil.example`, cookie },
        { origin: 'http://127.0.0.1:8001', cookie },
        { origin: '', referer: 'https://evil.example/', cookie },
      ]
      for (const [index, headers] of hostile.entries()) {
        expect((await signIn({ headers, address: `198.51.100.${index}` })).status).toBe(403)
      }
      const out = await call({
        path: '/sign-out',
        body: {},
        headers: { origin: 'https://evil.example', cookie },
      })
      expect(out.status).toBe(403)
      expect(await accounts.session(new Headers({ cookie }))).toBeDefined()
    })

    it('[AC6] refuses the form of another site, which needs no permission to send', async () => {
      await accounts.createUser(ANN)
      const form = `email=${ANN.email}&password=${encodeURIComponent(ANN.password)}`
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/jsonp']) {
        const response = await call({ path: '/sign-in/email', body: form, headers: { 'content-type': type } })
        expect(response.status).toBe(415)
      }
    })

    it('[AC6] trusts the origin a request was sent to only while no public address is configured', async () => {
      await accounts.createUser(ANN)
      expect((await signIn({ origin: 'http://192.168.1.5:8000' })).status).toBe(200)
      addresses = { publicUrl: 'http://errors.example.com', listeningUrl: ORIGIN }
      expect((await signIn({ origin: 'http://192.168.1.5:8000' })).status).toBe(403)
      expect((await signIn({ origin: ORIGIN })).status).toBe(200)
      expect((await signIn({ headers: { origin: 'http://errors.example.com' } })).status).toBe(200)
    })

    it('[AC127] stores a password as a salted scrypt hash unless a test brings its own', async () => {
      const production = createAccounts({
        database: records.accounts,
        secret: SECRET,
        addresses: () => addresses,
        now: () => time,
        log,
      })
      await production.createUser(ANN)
      await production.createUser({ ...ANN, email: 'bob@example.com' })
      const db = records.accounts.db as Kysely<{ auth_account: { password: string } }>
      const stored = await db.selectFrom('auth_account').select('password').execute()
      const hashes = stored.map(({ password }) => password)
      expect(new Set(hashes).size).toBe(2)
      for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    })

    it('[AC7] accepts no cookie it did not sign', async () => {
      await accounts.createUser(ANN)
      const [session] = cookiesOf(await signIn()).split('; ')
      const [name, value] = session!.split('=') as [string, string]
      const token = decodeURIComponent(value).split('.')[0]!
      const other = createAccounts({
        passwordHash: QUICK_HASH,
        database: records.accounts,
        secret: 'another secret of more than thirty-two characters',
        addresses: () => addresses,
        now: () => time,
        log,
      })
      const good = new Headers({ cookie: `${name}=${value}` })
      expect(await accounts.session(good)).toBeDefined()
      expect(await other.session(good)).toBeUndefined()
      for (const forged of [token, `${token}.`, `${token}.AAAA`, '', 'x', '%00', '%']) {
        expect(await accounts.session(new Headers({ cookie: `${name}=${forged}` }))).toBeUndefined()
      }
      expect(await accounts.session(new Headers())).toBeUndefined()
    })

    it('[AC8] refuses bad addresses, short passwords and taken addresses in a sentence', async () => {
      await accounts.createUser(ANN)
      const create = async (change: object) => accounts.createUser({ ...ANN, ...change })
      await expect(create({})).rejects.toMatchObject({ code: 'conflict' })
      await expect(create({ email: 'ANN@EXAMPLE.COM' })).rejects.toMatchObject({ code: 'conflict' })
      for (const change of [
        { email: 'nobody' },
        { email: '' },
        { email: `${'a'.repeat(250)}@example.com` },
        { email: 'bob@example.com', password: '123456789' },
        { email: 'bob@example.com', password: 'x'.repeat(129) },
        { email: 'bob@example.com', name: 'Bob\nTo: eve@example.com' },
        { email: 'bob@example.com', name: '\u202Enna' },
      ]) {
        await expect(create(change)).rejects.toMatchObject({ code: 'invalid_input' })
      }
      const both = await Promise.allSettled([
        create({ email: 'bob@example.com' }),
        create({ email: 'bob@example.com' }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'conflict' })
    })

    it('[AC9] bounds what it reads and answers garbage with an explanation', async () => {
      expect((await call({ path: '/sign-in/email', body: 'x'.repeat(17_000) })).status).toBe(413)
      for (const body of ['{', '[]', 'null', '{"email":1,"password":2}', '{"email":"a@b.c"}']) {
        const response = await call({ path: '/sign-in/email', body, address: '198.51.100.20' })
        expect(response.status).toBe(400)
        expect(await response.json()).toEqual({ code: 'invalid_input', message: expect.any(String) })
      }
    })

    it('[AC10] changes a password only for who knows the old one, and can end the other sessions', async () => {
      await accounts.createUser(ANN)
      const elsewhere = cookiesOf(await signIn({ address: '198.51.100.30' }))
      const cookie = cookiesOf(await signIn())
      const change = async (currentPassword: string, newPassword: string) =>
        call({
          path: '/change-password',
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: { cookie },
        })
      expect((await change('wrong password', 'a new password')).status).toBe(400)
      expect((await change(ANN.password, 'short')).status).toBe(400)
      expect((await change(ANN.password, 'a new password')).status).toBe(200)
      expect(await accounts.session(new Headers({ cookie: elsewhere }))).toBeUndefined()
      expect((await signIn({ address: '198.51.100.31' })).status).toBe(401)
      expect((await signIn({ address: '198.51.100.31', password: 'a new password' })).status).toBe(200)
    })

    it('[AC11] works before the address is known, and takes it over when it is', async () => {
      addresses = { publicUrl: undefined, listeningUrl: undefined }
      await accounts.createUser(ANN)
      addresses = { publicUrl: undefined, listeningUrl: 'http://127.0.0.1:41234' }
      expect((await signIn({ origin: 'http://127.0.0.1:41234' })).status).toBe(200)
    })

    it('[AC12] removes a user with everything of theirs, unless they are a member', async () => {
      const { id } = await accounts.createUser(ANN)
      const cookie = cookiesOf(await signIn())
      await accounts.removeUser(id)
      expect(await accounts.session(new Headers({ cookie }))).toBeUndefined()
      const again = await accounts.createUser(ANN)
      const main = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      await records.organizations.addMember(main.id, again.id, 'owner', 1)
      await expect(accounts.removeUser(again.id)).rejects.toThrow()
      expect((await signIn()).status).toBe(200)
    })

    it('[AC13] has the tables the account library asks for', async () => {
      const { toBeCreated, toBeAdded, compileMigrations } = await getMigrations({
        ...authOptions({ ...addresses, secret: SECRET, log, claimCode: async () => true }),
        database: { db: records.accounts.db as Kysely<Record<string, never>>, type: records.accounts.type },
      })
      expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
      expect((await compileMigrations()).replaceAll(';', '').trim()).toBe('')
      // The library makes this column a bigint itself, and does not know it again by the name that Postgres gives it.
      const ownName = /^accounts: Field lastRequest .* Expected number but got int8\.$/
      expect(logged.filter((line) => !ownName.test(line))).toEqual([])
    })

    it('[AC9] leaves an outage of the records to the caller, who answers it like any other', async () => {
      await accounts.createUser(ANN)
      const request = new Request(`${ORIGIN}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN },
        body: JSON.stringify(ANN),
      })
      await (records.accounts.db as Kysely<unknown>).schema.dropTable('auth_account').execute()
      await expect(accounts.handler(request, '203.0.113.5')).rejects.toThrow()
    })

    it('[AC14] never logs a password', async () => {
      await accounts.createUser(ANN)
      await signIn({ password: 'a very secret guess' })
      await signIn({ headers: { origin: 'https://evil.example' } })
      expect(logged.length).toBeGreaterThan(0)
      expect(logged.join('\n')).not.toMatch(/a very secret guess|correct horse/)
    })
  })
}
