import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import type { Accounts } from '#accounts/accounts.ts'
import { createAccounts } from '#accounts/better-auth.ts'
import { createPrincipals } from '#accounts/principal.ts'
import type { Log } from '#domain/log.ts'
import { ALL_SCOPES } from '#domain/people/scope.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import type { CommandDeps } from './command-deps.ts'
import { createOwner } from '#product/people/commands/create-owner.ts'
import { createProject } from '#product/projects/commands/create-project.ts'
import { createToken } from '#product/people/commands/create-token.ts'
import { ensureOrganization } from '#product/projects/commands/ensure-organization.ts'
import { ensureOwnProject, ownProjectId } from '#product/projects/commands/ensure-own-project.ts'
import { areOwnPagesTraced, traceOwnPages } from '#product/projects/commands/own-traces.ts'
import { isFirstRun, prepareFirstRun, redeemFirstRun } from '#product/projects/commands/first-run.ts'
import { initialise } from '#product/projects/commands/initialise.ts'
import { createKey, updateKey } from '#product/projects/commands/manage-keys.ts'
import { revokeToken } from '#product/people/commands/revoke-token.ts'
import { updateProject } from '#product/projects/commands/update-project.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const ANN = { email: 'ann@example.com', password: 'correct horse', name: 'Ann' }

let folder: string
let records: RecordStore
let accounts: Accounts
let deps: CommandDeps
let time: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-commands-'))
  time = 5_000
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  accounts = createAccounts({
    passwordHash: QUICK_HASH,
    database: records.accounts,
    secret: 'a secret of more than thirty-two characters',
    addresses: () => ({ publicUrl: undefined, listeningUrl: undefined }),
    now: () => time,
    log,
  })
  deps = { records, accounts, now: () => time }
})
afterEach(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code)).sort()

describe('the first owner', () => {
  it('[AC30] is a member of the main organization, and there is no second', async () => {
    const { userId, organization } = await createOwner(deps, ANN)
    expect(organization.slug).toBe('main')
    expect(await records.organizations.ofUser(userId)).toEqual([organization])
    await expect(createOwner(deps, { ...ANN, email: 'eve@example.com' })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await accounts.findUser('eve@example.com')).toBeUndefined()
  })

  it.each([
    ['different addresses', ['a@example.com', 'b@example.com', 'c@example.com']],
    ['the same address', ['a@example.com', 'a@example.com', 'A@example.com']],
  ])('[AC30] is exactly one of several who try at once with %s', async (_, emails) => {
    const settled = await Promise.allSettled(
      emails.map(async (email) => createOwner(deps, { ...ANN, email })),
    )
    expect(outcomes(settled).filter((outcome) => outcome === 'done')).toHaveLength(1)
    const owner = settled.find((one) => one.status === 'fulfilled')!.value
    expect(await records.organizations.ofUser(owner.userId)).toHaveLength(1)
    const users = await Promise.all(emails.map(async (email) => accounts.findUser(email)))
    expect(new Set(users.flatMap((user) => (user ? [user.id] : [])))).toEqual(new Set([owner.userId]))
  })

  it('[AC30] can be made after a crash between user and membership', async () => {
    await accounts.createUser(ANN)
    const { userId } = await createOwner(deps, ANN)
    expect(await accounts.findUser(ANN.email)).toMatchObject({ id: userId })
  })

  it('[AC30] is not made with a password that is too short, and the next try may be better', async () => {
    await expect(createOwner(deps, { ...ANN, password: 'short' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await records.organizations.hasAnyMember()).toBe(false)
    await createOwner(deps, ANN)
  })

  it('[AC31] is made by the one-time link, once', async () => {
    expect(await isFirstRun(deps)).toBe(true)
    const token = (await prepareFirstRun(deps))!
    expect(token).toMatch(/^[\w-]{32}$/)
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), token.toUpperCase()]) {
      await expect(redeemFirstRun(deps, { ...ANN, token: wrong })).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    await expect(redeemFirstRun(deps, { ...ANN, token, password: 'short' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await redeemFirstRun(deps, { ...ANN, token })
    await expect(redeemFirstRun(deps, { ...ANN, email: 'eve@example.com', token })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await isFirstRun(deps)).toBe(false)
    expect(await prepareFirstRun(deps)).toBeUndefined()
  })

  it('[AC31] can use only the link of the latest start, and only its hash is stored', async () => {
    const old = (await prepareFirstRun(deps))!
    const current = (await prepareFirstRun(deps))!
    expect(await records.facts.get('first-run-token')).not.toContain(current)
    await expect(redeemFirstRun(deps, { ...ANN, token: old })).rejects.toMatchObject({ code: 'forbidden' })
    await redeemFirstRun(deps, { ...ANN, token: current })
  })

  it('[AC31] is one person when the link is used twice at the same moment', async () => {
    const token = (await prepareFirstRun(deps))!
    const settled = await Promise.allSettled(
      ['a@example.com', 'b@example.com'].map(async (email) => redeemFirstRun(deps, { ...ANN, email, token })),
    )
    expect(outcomes(settled)).toEqual(['conflict', 'done'])
  })

  it('[AC31] cannot use the link when `init` was faster', async () => {
    const token = (await prepareFirstRun(deps))!
    await initialise(deps, { ...ANN, project: 'Shop' })
    await expect(redeemFirstRun(deps, { ...ANN, email: 'eve@example.com', token })).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('initialise', () => {
  it('[AC32] makes owner, project, key and a token that may do everything', async () => {
    const made = await initialise(deps, { ...ANN, project: 'Web Shop', platform: 'javascript-react' })
    expect(made).toMatchObject({
      organization: { slug: 'main' },
      project: { id: '1', slug: 'web-shop', platform: 'javascript-react' },
      key: { projectId: '1', enabled: true },
    })
    const principals = createPrincipals({ records, accounts, now: deps.now })
    const headers = new Headers({ authorization: `Bearer ${made.token}` })
    expect(await principals.resolve(headers)).toMatchObject({
      organizationIds: [made.organization.id],
      scopes: new Set(ALL_SCOPES),
    })
  })

  it('[AC32] answers conflict the second time and changes nothing', async () => {
    await initialise(deps, { ...ANN, project: 'Shop' })
    await expect(initialise(deps, { ...ANN, project: 'Shop' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await records.projects.all()).toHaveLength(1)
  })

  it('[AC32] makes nothing at all when any of its input is wrong', async () => {
    for (const change of [{ project: ' ' }, { email: 'x' }, { password: 'x' }, { platform: '' }]) {
      await expect(initialise(deps, { ...ANN, project: 'Shop', ...change })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
    expect(await records.organizations.hasAnyMember()).toBe(false)
    await initialise(deps, { ...ANN, project: 'Shop' })
  })
})

describe('commands', () => {
  const filled = async () => {
    const organization = await ensureOrganization(deps)
    const made = await createProject(deps, { organizationId: organization.id, name: ' Shop ' })
    return { organizationId: organization.id, ...made }
  }

  it('[AC33] start with one organization, however many start at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, async () => ensureOrganization(deps)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  it('[AC42] keep their own errors in one project that is theirs, whatever others are called', async () => {
    const { organizationId } = await filled()
    const theirs = await createProject(deps, { organizationId, name: 'Hindcast' })
    expect(await ownProjectId(deps)).toBeUndefined()
    const made = await Promise.all(Array.from({ length: 5 }, async () => ensureOwnProject(deps)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made[0]).toMatchObject({ name: 'Hindcast', organizationId })
    expect(made[0]!.id).not.toBe(theirs.project.id)
    expect(await ownProjectId(deps)).toBe(made[0]!.id)
  })

  it('[OP94] trace their own pages after samples, unless the operator said otherwise', async () => {
    expect(await areOwnPagesTraced(deps)).toBe(false)
    expect(await traceOwnPages(deps, { selfReport: false, selfTraces: false })).toBe(false)
    expect(await traceOwnPages(deps, { selfReport: true, selfTraces: false })).toBe(false)
    expect(await traceOwnPages(deps, { selfReport: true, selfTraces: true })).toBe(true)
    expect(await areOwnPagesTraced(deps)).toBe(false)
    expect(await traceOwnPages(deps, { selfReport: true, selfTraces: undefined })).toBe(true)
    expect(await areOwnPagesTraced(deps)).toBe(true)
  })

  it('[AC34] refuse names that are empty, too long or not text', async () => {
    const { organizationId, project } = await filled()
    expect(project.name).toBe('Shop')
    for (const name of ['', '   ', 'x'.repeat(65), 'a\nb', 'a\0b', '\u202Eevil', 'a\u2067']) {
      await expect(createProject(deps, { organizationId, name })).rejects.toMatchObject({
        code: 'invalid_input',
      })
      await expect(updateProject(deps, { projectId: project.id, name })).rejects.toMatchObject({
        code: 'invalid_input',
      })
      await expect(createKey(deps, { projectId: project.id, label: name })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
  })

  it('[AC35] create tokens with known scopes and a future end only', async () => {
    const { organizationId } = await filled()
    const create = async (scopes: string[], expiresAt?: number) =>
      createToken(deps, { organizationId, name: 'CI', scopes, expiresAt })
    for (const scopes of [[], ['everything'], ['event:read', 'toString']]) {
      await expect(create(scopes)).rejects.toMatchObject({ code: 'invalid_input' })
    }
    for (const expiresAt of [time, 0, Number.NaN]) {
      await expect(create(['event:read'], expiresAt)).rejects.toMatchObject({ code: 'invalid_input' })
    }
    const { token, secret } = await create(['event:read', 'event:read'], time + 1)
    expect(token).toMatchObject({ scopes: ['event:read'], expiresAt: time + 1 })
    expect(JSON.stringify(await records.tokens.list(organizationId))).not.toContain(secret)
  })

  it('[AC35] revoke a token of the own organization only', async () => {
    const { organizationId } = await filled()
    const { token } = await createToken(deps, { organizationId, name: 'CI', scopes: ['event:read'] })
    const other = await records.organizations.create({ slug: 'other', name: 'Other', now: 1 })
    await expect(revokeToken(deps, { organizationId: other.id, tokenId: token.id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await revokeToken(deps, { organizationId, tokenId: token.id })
    await expect(revokeToken(deps, { organizationId, tokenId: token.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('[AC36] change some settings of a project and leave the others', async () => {
    const { project } = await filled()
    const quotas = [{ category: 'error', limit: 100, windowSeconds: 60 }] as const
    await updateProject(deps, { projectId: project.id, settings: { quotas } })
    const changed = await updateProject(deps, {
      projectId: project.id,
      name: 'Store',
      settings: {
        retentionDays: 30,
        quotas: undefined,
        allowedOrigins: ['*', 'https://A.example', '*.b.example', 'http://localhost:3000', '[::1]:80'],
      },
    })
    expect(changed).toMatchObject({ name: 'Store', slug: 'shop', settings: { retentionDays: 30, quotas } })
    expect(changed.settings.allowedOrigins[1]).toBe('https://a.example')
  })

  it('[PL44] change some filters of a project and leave the others', async () => {
    const { project } = await filled()
    await updateProject(deps, {
      projectId: project.id,
      settings: { filters: { crawlers: true, messages: [' *is not defined '] } },
    })
    const changed = await updateProject(deps, {
      projectId: project.id,
      settings: { filters: { localhost: true, crawlers: undefined } },
    })
    expect(changed.settings.filters).toEqual({
      extensions: false,
      oldBrowsers: false,
      crawlers: true,
      localhost: true,
      healthChecks: false,
      messages: ['*is not defined'],
      releases: [],
    })
  })

  it('[PL148] set the spans to keep per hour, which the audit log names', async () => {
    const { organizationId, project } = await filled()
    expect(project.settings.spansPerHour).toBeNull()
    const change = (spansPerHour: number | null) =>
      updateProject(deps, { projectId: project.id, settings: { spansPerHour } })
    for (const wrong of [0, 999, 1000.5, 1_000_000_001])
      await expect(change(wrong)).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await change(50_000)).settings.spansPerHour).toBe(50_000)
    const { entries } = await records.audit.page(organizationId, { kind: 'project' }, { limit: 1 })
    expect(entries[0]).toMatchObject({ before: { spansPerHour: null }, after: { spansPerHour: 50_000 } })
    expect((await change(null)).settings.spansPerHour).toBeNull()
  })

  it('[AC36] refuse settings that make no sense, and then change nothing', async () => {
    const { project } = await filled()
    for (const settings of [
      { retentionDays: 0 },
      { retentionDays: 1.5 },
      { retention: [{ kind: 'errors', days: 0, items: null }] as const },
      { retention: [{ kind: 'spans', days: null, items: 0 }] as const },
      { retention: ['errors', 'errors'].map((kind) => ({ kind: kind as 'errors', days: 7, items: null })) },
      { allowedOrigins: ['https://a.example/path'] },
      { allowedOrigins: ['javascript:alert(1)'] },
      { scrubKeys: [' '] },
      { filters: { messages: ['*'] } },
      { filters: { releases: ['  ? * '] } },
      { filters: { messages: ['x'.repeat(201)] } },
      { quotas: [{ category: 'error', limit: -1, windowSeconds: 60 }] as const },
    ]) {
      await expect(
        updateProject(deps, { projectId: project.id, name: 'Changed', settings }),
      ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/^\w+/) })
    }
    expect(await records.projects.byId(project.id)).toEqual(project)
    await expect(updateProject(deps, { projectId: '99' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('[AC37] change a key through its own project only', async () => {
    const { organizationId, project, key } = await filled()
    const other = await createProject(deps, { organizationId, name: 'Other' })
    await expect(
      updateKey(deps, { projectId: other.project.id, keyId: key.id, enabled: false }),
    ).rejects.toMatchObject({ code: 'not_found' })
    const changed = await updateKey(deps, {
      projectId: project.id,
      keyId: key.id,
      enabled: false,
      label: ' Old ',
    })
    expect(changed).toEqual({ ...key, enabled: false, label: 'Old' })
    expect(await createKey(deps, { projectId: project.id, label: 'New' })).toMatchObject({ enabled: true })
  })
})
