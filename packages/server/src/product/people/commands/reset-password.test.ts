import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import { startMailServer } from '#product/alerts/channels/testing/mail-server.ts'
import { auditAccountChange } from './account-change.ts'
import { createOwner } from './create-owner.ts'
import { mailResetLink, makeResetLink } from './reset-password.ts'
import type { Log } from '#domain/log.ts'
import { MailRefused } from '#domain/mail.ts'
import { createSmtpMailer } from '#outbound/mail/smtp-mailer.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import type { Accounts } from '#accounts/accounts.ts'
import { createAccounts } from '#accounts/better-auth.ts'
import { codeFor } from '#accounts/testing/totp.ts'

const ORIGIN = 'http://127.0.0.1:8000'
const ANN = { email: 'ann@example.com', password: 'correct horse', name: 'Ann' }
const NEW_PASSWORD = 'battery staple'
const HOUR_MS = 3_600_000

let folder: string
let records: RecordStore
let accounts: Accounts
let annId: string
let organizationId: string
let time: number
let logged: string[]
let sending: Array<{ readonly email: string; readonly done: Promise<void> }>
let mailServer: Awaited<ReturnType<typeof startMailServer>>

const note = (message: string, fields?: object) =>
  void logged.push(`${message} ${JSON.stringify(fields, (_, value: unknown) => textOf(value))}`)
const log: Log = { debug: note, info: () => {}, warn: note, error: note }
const textOf = (value: unknown) => (value instanceof Error ? (value.stack ?? value.message) : value)

beforeEach(async () => {
  logged = []
  folder = await mkdtemp(join(tmpdir(), 'hindcast-reset-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  mailServer = await startMailServer()
  sending = []
  time = Date.now()
  accounts = open(true)
  const deps = { records, accounts, now: () => time }
  const owner = await createOwner(deps, ANN)
  annId = owner.userId
  organizationId = owner.organization.id
})
afterEach(async () => {
  await mailServer.close()
  await records.close()
  await rm(folder, { recursive: true })
})

function open(sendsMail: boolean): Accounts {
  const mailer = createSmtpMailer({
    url: mailServer.url,
    from: 'hindcast@example.com',
    timeoutMs: 5_000,
  })
  const opened: Accounts = createAccounts({
    passwordHash: QUICK_HASH,
    database: records.accounts,
    secret: 'a secret of more than thirty-two characters',
    addresses: () => ({ publicUrl: undefined, listeningUrl: ORIGIN }),
    now: () => time,
    log,
    onChange: (userId, change) => auditAccountChange({ records, now: () => time }, userId, change),
    sendResetLink: sendsMail
      ? (email) => {
          const done = mailResetLink({ accounts: opened, mailer, publicUrl: () => ORIGIN }, email)
          sending.push({ email, done })
          return done
        }
      : undefined,
  })
  return opened
}

async function post(path: string, body: object, options: { address?: string; cookie?: string } = {}) {
  const request = new Request(`${ORIGIN}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: options.cookie ?? '' },
    body: JSON.stringify(body),
  })
  return accounts.handler(request, options.address ?? '203.0.113.5')
}

const ask = (email: string, address?: string) =>
  post('/request-password-reset', { email }, address === undefined ? {} : { address })
const reset = (token: string, newPassword = NEW_PASSWORD) => post('/reset-password', { token, newPassword })
const read = (token: string) => post('/reset-password/read', { token })
const signIn = (password: string) => post('/sign-in/email', { email: ANN.email, password })
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function sent(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.allSettled(sending.map(({ done }) => done))
}

async function mailedToken(): Promise<string> {
  await ask(ANN.email)
  await sent()
  return /\/reset-password#(\w{40})/.exec(mailServer.received.at(-1)!.source)![1]!
}

const openLink = async () => (await accounts.openPasswordReset(annId)).token
const lines = async () =>
  (await records.audit.page(organizationId, { kind: 'account' }, { limit: 10 })).entries

describe('a forgotten password', () => {
  it('[AC117] is answered alike for known and unknown addresses, before anybody is looked up', async () => {
    const known = await ask(' Ann@Example.com ')
    const unknown = await ask('eve@example.com')
    expect(sending).toEqual([])
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(await known.text()).toBe(await unknown.text())
    expect([...known.headers]).toEqual([...unknown.headers])
    await sent()
    expect(sending.map(({ email }) => email)).toEqual([ANN.email, 'eve@example.com'])
    expect(mailServer.received.map(({ to }) => to)).toEqual([[ANN.email]])
    expect(logged).toEqual([])
  })

  it('[AC117] needs an address, and none that is made of several', async () => {
    for (const email of ['', 'ann', 'ann@example.com, eve@example.com', 'a@b.example\r\nBcc: eve@b.example'])
      expect((await ask(email)).status, email).toBe(400)
    expect((await post('/request-password-reset', { email: [ANN.email] })).status).toBe(400)
    await sent()
    expect(sending).toEqual([])
  })

  it('[AC118] is replaced by a link from the mail, which works once', async () => {
    const token = await mailedToken()
    const { source } = mailServer.received[0]!
    expect(source).toContain(`${ORIGIN}/reset-password#${token}`)
    expect(source).toMatch(/^Subject: Set a new password for Hindcast/m)
    expect(source).toContain('works once and for one hour')
    expect(await (await read(token)).json()).toEqual({ email: ANN.email })
    expect((await reset(token)).status).toBe(200)
    expect((await signIn(ANN.password)).status).toBe(401)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
    const again = await reset(token, 'another password')
    expect([again.status, (await read(token)).status]).toEqual([400, 404])
    expect(await again.json()).toMatchObject({
      message: expect.stringContaining('This link was already used'),
    })
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
  })

  it('[AC118] of two who use one link at once only one sets the password', async () => {
    const token = await openLink()
    const answers = await Promise.all([reset(token, 'first password'), reset(token, 'second password')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  it('[AC118] needs a password of the usual length; a refused one does not use the link up', async () => {
    const token = await openLink()
    expect((await reset(token, 'short')).status).toBe(400)
    expect((await reset(token, 'x'.repeat(129))).status).toBe(400)
    expect((await reset(token)).status).toBe(200)
  })

  it('[AC118] links end after an hour', async () => {
    time = Date.now() - HOUR_MS - 1
    const late = await openLink()
    time = Date.now() - HOUR_MS + 60_000
    const inTime = await openLink()
    time = Date.now()
    expect([(await read(late)).status, (await reset(late)).status]).toEqual([404, 400])
    expect((await signIn(ANN.password)).status).toBe(200)
    expect((await reset(inTime)).status).toBe(200)
  })

  it('[AC118] links are neither readable in the records nor in the log', async () => {
    const token = await mailedToken()
    await reset('a'.repeat(40))
    for (const file of ['records.sqlite', 'records.sqlite-wal'])
      expect((await readFile(join(folder, file), 'latin1')).includes(token), file).toBe(false)
    await reset(token)
    await reset(token)
    expect(logged.join()).not.toContain(token)
  })

  it('[AC119] ends sessions, other links and sign-ins that wait for a code; the second step stays', async () => {
    const cookie = cookiesOf(await signIn(ANN.password))
    const { totpURI } = (await (
      await post('/two-factor/enable', { password: ANN.password }, { cookie })
    ).json()) as { totpURI: string }
    const code = () => codeFor(totpURI, Date.now())
    const session = cookiesOf(await post('/two-factor/verify-totp', { code: code() }, { cookie }))
    const waiting = cookiesOf(await signIn(ANN.password))
    const [used, other] = [await openLink(), await openLink()]
    expect(await accounts.session(new Headers({ cookie: session }))).toBeDefined()
    const answer = await reset(used)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    expect(await accounts.session(new Headers({ cookie: session }))).toBeUndefined()
    expect((await reset(other, 'another password')).status).toBe(400)
    const late = await post('/two-factor/verify-totp', { code: code() }, { cookie: waiting })
    expect(late.status).toBe(401)
    expect(await (await signIn(NEW_PASSWORD)).json()).toMatchObject({ twoFactorRedirect: true })
  })

  it('[AC120] revokes open reset links of the user, and of no other, when the password changes', async () => {
    const { id } = await accounts.createUser({ ...ANN, email: 'bob@example.com' })
    const foreign = (await accounts.openPasswordReset(id)).token
    const token = await openLink()
    const cookie = cookiesOf(await signIn(ANN.password))
    const wrong = { currentPassword: 'a wrong password', newPassword: NEW_PASSWORD }
    expect((await post('/change-password', wrong, { cookie })).ok).toBe(false)
    expect((await read(token)).status).toBe(200)
    const right = { currentPassword: ANN.password, newPassword: NEW_PASSWORD }
    expect((await post('/change-password', right, { cookie })).status).toBe(200)
    expect((await read(token)).status).toBe(404)
    expect((await read(foreign)).status).toBe(200)
  })

  it('[AC121] sends at most three mails an hour to one account, with the same answer', async () => {
    for (let index = 0; index < 6; index++) {
      expect((await ask(ANN.email, `203.0.113.${index}`)).status).toBe(200)
      await sent()
    }
    expect(mailServer.received).toHaveLength(3)
    time += HOUR_MS
    await ask(ANN.email)
    await sent()
    expect(mailServer.received).toHaveLength(4)
  })

  it('[AC121] one address may ask twenty times in a quarter of an hour, for known and unknown accounts', async () => {
    for (let index = 0; index < 20; index++)
      expect((await ask(`user${index}@example.com`)).status, String(index)).toBe(200)
    const [known, unknown] = [await ask(ANN.email), await ask('eve@example.com')]
    expect([known.status, unknown.status]).toEqual([429, 429])
    expect(known.headers.get('Retry-After')).toBe('900')
    expect(await known.text()).toBe(await unknown.text())
    expect((await ask(ANN.email, '198.51.100.7')).status).toBe(200)
    time += 900_000
    expect((await ask(ANN.email)).status).toBe(200)
  })

  it('[AC122] is a line of the audit log, without the password or the link', async () => {
    const token = await openLink()
    await reset(token)
    expect(await lines()).toMatchObject([
      {
        actor: { kind: 'user', id: annId },
        verb: 'changed',
        target: { kind: 'account', name: 'Ann' },
        after: { passwordReset: true, sessionsEnded: true },
      },
    ])
    expect(JSON.stringify(await lines())).not.toContain(token)
  })

  it('[AC122] a link that is made on the machine is a line of the audit log too', async () => {
    const deps = { records, accounts, now: () => time }
    const { path, email } = await makeResetLink(deps, ' Ann@Example.com ')
    expect(email).toBe(ANN.email)
    expect(await lines()).toMatchObject([
      { actor: { kind: 'command_line' }, after: { passwordLinkMade: true } },
    ])
    expect((await signIn(ANN.password)).status).toBe(200)
    expect((await reset(path.split('#')[1]!)).status).toBe(200)
    await expect(makeResetLink(deps, 'eve@example.com')).rejects.toMatchObject({ code: 'not_found' })
    expect(await lines()).toHaveLength(2)
  })

  it('[AC123] without a mail server is rejected with the same message for all, which names the command', async () => {
    accounts = open(false)
    const [known, unknown] = [await ask(ANN.email), await ask('eve@example.com')]
    expect([known.status, unknown.status]).toEqual([400, 400])
    const text = await known.text()
    expect(text).toContain('hindcast account reset-password')
    expect(await unknown.text()).toBe(text)
  })

  it('[AC123] a failed mail is logged without its link, and not reported to the caller', async () => {
    await mailServer.close()
    expect((await ask(ANN.email)).status).toBe(200)
    await sent()
    await new Promise((resolve) => setImmediate(resolve))
    expect(logged).toEqual([expect.stringContaining('The mail server could not be reached')])
    mailServer = await startMailServer()
  })

  it('[AC123] a mail server that repeats the link does not get it into the log', async () => {
    let link = ''
    const mailer = {
      send: ({ text }: { readonly text: string }) => {
        link = /http\S+/.exec(text)![0]
        return Promise.reject(new MailRefused(`554 blocked: ${link}`, false))
      },
    }
    const failure = await mailResetLink({ accounts, mailer, publicUrl: () => ORIGIN }, ANN.email).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(MailRefused)
    expect(textOf(failure)).toContain('554 blocked')
    expect(textOf(failure)).not.toContain(link.split('#')[1])
  })
})
