import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import type { Log } from '#domain/log.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { anEvent } from '#stores/records/records.contract.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { authenticated, createAccess, type Access } from './access.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts } from './better-auth.ts'
import { createPrincipals, type Principal, type Principals } from './principal.ts'
import { mintToken } from './token.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const ORIGIN = 'http://127.0.0.1:8000'

let folder: string
let records: RecordStore
let accounts: Accounts
let principals: Principals
let access: Access
let time: number

/** Two organizations with a project "shop" and an issue each; everything is tried from `mine`. */
let mine: { organization: Organization; project: Project; issueId: string }
let theirs: typeof mine

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-access-'))
  time = 1_000_000
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  accounts = createAccounts({
    passwordHash: QUICK_HASH,
    database: records.accounts,
    secret: 'a secret of more than thirty-two characters',
    addresses: () => ({ publicUrl: undefined, listeningUrl: ORIGIN }),
    now: () => time,
    log,
  })
  principals = createPrincipals({ records, accounts, now: () => time })
  access = createAccess(records)
  mine = await fill('mine')
  theirs = await fill('theirs')
})
afterEach(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

async function fill(slug: string): Promise<typeof mine> {
  const organization = await records.organizations.create({ slug, name: slug, now: 1 })
  const { project } = await records.projects.create({
    organizationId: organization.id,
    name: 'Shop',
    platform: undefined,
    now: 1,
  })
  const { created } = await records.digest.apply({
    spoolId: slug,
    from: 0,
    to: 9,
    counts: [],
    events: [anEvent({ projectId: project.id })],
  })
  return { organization, project, issueId: created[0]! }
}

async function aToken(scopes: readonly Scope[], expiresAt?: number, owner = mine) {
  const { secret, hash } = mintToken()
  const token = await records.tokens.create({
    organizationId: owner.organization.id,
    name: 'test',
    hash,
    scopes,
    ownerId: undefined,
    expiresAt,
    now: time,
  })
  return { token, headers: new Headers({ authorization: `Bearer ${secret}` }) }
}

async function caller(...scopes: Scope[]): Promise<Principal> {
  return (await principals.resolve((await aToken(scopes)).headers))!
}

async function signedIn(email: string): Promise<Headers> {
  const request = new Request(`${ORIGIN}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ email, password: 'correct horse' }),
  })
  const response = await accounts.handler(request, '203.0.113.5')
  return new Headers({ cookie: response.headers.getSetCookie()[0]!.split(';')[0]! })
}

const failure = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'succeeded',
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  )

describe('principals', () => {
  it('[AC22] speak for the organization of their token, with its scopes and what these include', async () => {
    const { token, headers } = await aToken(['event:write', 'project:read'])
    expect(await principals.resolve(headers)).toEqual({
      kind: 'token',
      organizationIds: [mine.organization.id],
      scopes: new Set(['event:write', 'event:read', 'project:read']),
      tokenId: token.id,
      tokenName: token.name,
    })
  })

  it('[AC22] do not exist for a token that expired, was revoked or never was', async () => {
    const { headers } = await aToken(['event:read'], time + 10)
    expect(await principals.resolve(headers)).toBeDefined()
    time += 10
    expect(await principals.resolve(headers)).toBeUndefined()
    const revoked = await aToken(['event:read'])
    await records.tokens.delete(mine.organization.id, revoked.token.id)
    expect(await principals.resolve(revoked.headers)).toBeUndefined()
    const never = new Headers({ authorization: `Bearer ${mintToken().secret}` })
    expect(await principals.resolve(never)).toBeUndefined()
    expect(await principals.resolve(new Headers())).toBeUndefined()
    expect(await principals.resolve(new Headers({ authorization: 'Bearer ' }))).toBeUndefined()
  })

  it('[AC22] note when a token was last used, at most once a minute', async () => {
    const { token, headers } = await aToken(['event:read'])
    const lastUsed = async () => (await records.tokens.list(mine.organization.id))[0]!.lastUsedAt
    const first = time
    await principals.resolve(headers)
    time += 59_999
    await principals.resolve(headers)
    expect(await lastUsed()).toBe(first)
    time += 1
    await principals.resolve(headers)
    expect(await lastUsed()).toBe(time)
    expect(token.lastUsedAt).toBeUndefined()
  })

  it('[AC23] of a session speak for the organizations the user owns, and for none without membership', async () => {
    const ann = await accounts.createUser({
      email: 'ann@example.com',
      password: 'correct horse',
      name: 'Ann',
    })
    await accounts.createUser({ email: 'eve@example.com', password: 'correct horse', name: 'Eve' })
    await records.organizations.addMember(mine.organization.id, ann.id, 'owner', 1)
    const owner = await principals.resolve(await signedIn('ann@example.com'))
    expect(owner).toMatchObject({ kind: 'user', userId: ann.id, organizationIds: [mine.organization.id] })
    expect((await access.project(owner!, undefined, 'shop', 'project:admin')).id).toBe(mine.project.id)
    const stranger = await principals.resolve(await signedIn('eve@example.com'))
    expect(stranger?.organizationIds).toEqual([])
    expect(await failure(access.project(stranger!, undefined, 'shop', 'project:read'))).toMatchObject({
      code: 'not_found',
    })
    expect(await access.projects(stranger!, undefined, 'project:read')).toEqual([])
  })

  it('[AC24] never come from the cookie when a bearer token is sent but wrong', async () => {
    const ann = await accounts.createUser({
      email: 'ann@example.com',
      password: 'correct horse',
      name: 'Ann',
    })
    await records.organizations.addMember(mine.organization.id, ann.id, 'owner', 1)
    const headers = await signedIn('ann@example.com')
    expect(await principals.resolve(headers)).toBeDefined()
    for (const authorization of ['Bearer nonsense', `Bearer ${mintToken().secret}`]) {
      headers.set('authorization', authorization)
      expect(await principals.resolve(headers)).toBeUndefined()
    }
  })
})

describe('access', () => {
  it('[AC25] finds what is ours by slug and by id', async () => {
    const principal = await caller('org:read', 'project:read', 'event:read')
    const { organization, project, issueId } = mine
    expect(await access.organizations(principal, 'org:read')).toEqual([organization])
    expect(await access.organization(principal, 'mine', 'org:read')).toEqual(organization)
    expect(await access.projects(principal, undefined, 'project:read')).toMatchObject([{ id: project.id }])
    expect(await access.projects(principal, 'mine', 'project:read')).toMatchObject([{ id: project.id }])
    for (const name of ['shop', project.id]) {
      expect(await access.project(principal, 'mine', name, 'project:read')).toMatchObject({ id: project.id })
      expect(await access.project(principal, undefined, name, 'project:read')).toMatchObject({
        id: project.id,
      })
    }
    const found = await access.issue(principal, issueId, 'event:read')
    expect(found).toMatchObject({ issue: { id: issueId }, project: { id: project.id } })
    for (const name of [issueId, `SHOP-${found.issue.number}`, `shop-${found.issue.number}`])
      expect(await access.issueIn(principal, 'mine', name, 'event:read')).toEqual(found)
  })

  it('[AC25] answers the same for objects of others and for missing ones', async () => {
    const principal = await caller('org:read', 'project:admin', 'event:admin')
    const pairs: [Promise<unknown>, Promise<unknown>][] = [
      [
        access.organization(principal, 'theirs', 'org:read'),
        access.organization(principal, 'nowhere', 'org:read'),
      ],
      [
        access.projects(principal, 'theirs', 'project:read'),
        access.projects(principal, 'nowhere', 'project:read'),
      ],
      [
        access.project(principal, 'theirs', 'shop', 'project:read'),
        access.project(principal, 'nowhere', 'shop', 'project:read'),
      ],
      [
        access.project(principal, 'mine', theirs.project.id, 'project:read'),
        access.project(principal, 'mine', '999', 'project:read'),
      ],
      [
        access.project(principal, undefined, theirs.project.id, 'project:read'),
        access.project(principal, undefined, '999', 'project:read'),
      ],
      [access.issue(principal, theirs.issueId, 'event:read'), access.issue(principal, '999', 'event:read')],
      [
        access.issueIn(principal, 'theirs', theirs.issueId, 'event:read'),
        access.issueIn(principal, 'nowhere', theirs.issueId, 'event:read'),
      ],
      [
        access.issueIn(principal, 'mine', theirs.issueId, 'event:read'),
        access.issueIn(principal, 'mine', 'SHOP-999', 'event:read'),
      ],
    ]
    for (const [foreign, missing] of pairs) {
      const answer = await failure(foreign)
      expect(answer).toMatchObject({ code: 'not_found' })
      expect(answer).toEqual(await failure(missing))
    }
  })

  it('[AC25] says forbidden about our own things only, and not_found about theirs even without the scope', async () => {
    const principal = await caller('project:releases')
    const code = async (attempt: Promise<unknown>) => ((await failure(attempt)) as { code: string }).code
    expect(await code(access.project(principal, undefined, 'shop', 'project:read'))).toBe('forbidden')
    expect(await code(access.issue(principal, mine.issueId, 'event:read'))).toBe('forbidden')
    expect(await code(access.issueIn(principal, 'mine', mine.issueId, 'event:read'))).toBe('forbidden')
    expect(await code(access.organization(principal, 'mine', 'org:read'))).toBe('forbidden')
    expect(await code(access.project(principal, 'theirs', 'shop', 'project:read'))).toBe('not_found')
    expect(await code(access.project(principal, undefined, theirs.project.id, 'project:read'))).toBe(
      'not_found',
    )
    expect(await code(access.issue(principal, theirs.issueId, 'event:read'))).toBe('not_found')
    expect(() => access.requireScope(principal, 'event:read')).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })

  it('[AC41] lets a caller through to many issues at once only if every single one is theirs', async () => {
    const principal = await caller('event:write')
    const second = await records.digest.apply({
      spoolId: 'more',
      from: 0,
      to: 9,
      counts: [],
      events: [anEvent({ projectId: mine.project.id, fingerprint: 'other' })],
    })
    const ids = [second.created[0]!, mine.issueId]
    const found = await access.issues(principal, ids, 'event:write')
    expect(found.map(({ issue }) => issue.id)).toEqual(ids)
    expect(found.every(({ project }) => project.id === mine.project.id)).toBe(true)
    for (const place of [0, 1, 2]) {
      const foreign = await failure(
        access.issues(principal, ids.toSpliced(place, 0, theirs.issueId), 'event:write'),
      )
      const missing = await failure(access.issues(principal, ids.toSpliced(place, 0, '999'), 'event:write'))
      expect(foreign).toEqual({ code: 'not_found', message: `Issue ${theirs.issueId} not found.` })
      expect(missing).toEqual({ code: 'not_found', message: 'Issue 999 not found.' })
    }
    for (const id of [`0${mine.issueId}`, ` ${mine.issueId}`, '', '%']) {
      expect(await failure(access.issues(principal, [id], 'event:write'))).toMatchObject({
        code: 'not_found',
      })
    }
    const reader = await caller('event:read')
    expect(await failure(access.issues(reader, ids, 'event:write'))).toMatchObject({ code: 'forbidden' })
    expect(await failure(access.issues(reader, [theirs.issueId], 'event:write'))).toMatchObject({
      code: 'not_found',
    })
    expect(
      await failure(access.issues({ ...principal, organizationIds: [] }, ids, 'event:write')),
    ).toMatchObject({
      code: 'not_found',
    })
  })

  it('[AC26] takes digits for an id and nothing else, so no name leads to another project', async () => {
    const principal = await caller('project:read')
    const { project } = await records.projects.create({
      organizationId: mine.organization.id,
      name: theirs.project.id,
      platform: undefined,
      now: 1,
    })
    expect(project.slug).toBe(`project-${theirs.project.id}`)
    const { id } = mine.project
    for (const name of [
      `0${id}`,
      ` ${id}`,
      `${id} `,
      `+${id}`,
      `${id}.0`,
      `${id}\0`,
      '',
      'SHOP',
      'shop ',
      '%',
      '1e0',
    ]) {
      expect(await failure(access.project(principal, 'mine', name, 'project:read'))).toMatchObject({
        code: 'not_found',
      })
    }
    for (const id of [`0${mine.issueId}`, ` ${mine.issueId}`, `${mine.issueId}.0`, '', '%']) {
      const principal = await caller('event:read')
      expect(await failure(access.issue(principal, id, 'event:read'))).toMatchObject({ code: 'not_found' })
    }
  })

  it('[AC26] refuses to guess between two organizations of one caller that share a slug', async () => {
    const ann = await accounts.createUser({
      email: 'ann@example.com',
      password: 'correct horse',
      name: 'Ann',
    })
    for (const { organization } of [mine, theirs]) {
      await records.organizations.addMember(organization.id, ann.id, 'owner', 1)
    }
    const both = (await principals.resolve(await signedIn('ann@example.com')))!
    expect(await failure(access.project(both, undefined, 'shop', 'project:read'))).toMatchObject({
      code: 'invalid_input',
    })
    expect(await access.project(both, 'theirs', 'shop', 'project:read')).toMatchObject({
      id: theirs.project.id,
    })
  })

  it('[AC22] authenticates before anything else', () => {
    expect(() => authenticated(undefined)).toThrow(expect.objectContaining({ code: 'unauthenticated' }))
  })
})
