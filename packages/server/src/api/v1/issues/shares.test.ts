import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedShare, ShareLink } from '@hindcast/contract/issues/shares.ts'
import { hashShareToken } from '#domain/issues/share.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const DAY_MS = 86_400_000

let world: World
let ann: Tenant
let owner: string
let issueId: string
let time = NOW

beforeAll(async () => {
  world = await openWorld({}, () => time)
  ann = await world.tenant('main')
  owner = await world.signIn(ann)
  await world.store(ann.project, [anErrorPayload(eventId(1))], NOW - 1_000)
  const { body } = await call<{ issues: Array<{ id: string }> }>(
    owner,
    'GET',
    `/projects/${ann.project.slug}/issues`,
  )
  issueId = body.issues[0]!.id
})
afterAll(() => world.close())

interface Made {
  readonly link: ShareLink
  readonly url: string
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what the test expects to read
async function call<T = unknown>(cookie: string, method: string, path: string, body?: object) {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { ...own(cookie), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

const share = async (cookie: string, body?: object) =>
  (await call<Made>(cookie, 'POST', `/issues/${issueId}/shares`, body)).body
const listed = (cookie: string) =>
  call<{ links: ListedShare[] }>(cookie, 'GET', `/projects/${ann.project.slug}/shares`)
const shown = async ({ url }: Made) => {
  const response = await world.app.request(url.replace('/share/', '/api/v1/share/'))
  return { status: response.status, text: await response.text() }
}
const never = () => shown({ url: `${ORIGIN}/share/${'A'.repeat(32)}` } as Made)

describe('share links', () => {
  it('[AP76] expire after 30 days unless 1, 7 or never was chosen, and then answer like an unknown link', async () => {
    const links = [
      [30, await share(owner)],
      [30, await share(owner, {})],
      [1, await share(owner, { expiresInDays: 1 })],
      [7, await share(owner, { expiresInDays: 7 })],
      [undefined, await share(owner, { expiresInDays: null })],
    ] as const
    for (const [days, made] of links) {
      expect(made.link.expiresAt).toBe(
        days === undefined ? null : new Date(NOW + days * DAY_MS).toISOString(),
      )
      time = NOW + (days ?? 10_000) * DAY_MS - 1
      expect((await shown(made)).status, String(days)).toBe(200)
      time += 1
      const late = await shown(made)
      if (days === undefined) expect(late.status).toBe(200)
      else expect(late).toEqual(await never())
    }
    const left = await call<{ links: ShareLink[] }>(owner, 'GET', `/issues/${issueId}/shares`)
    expect(left.body.links.map(({ id }) => id)).toEqual([links[4][1].link.id])
    expect((await listed(owner)).body.links.map(({ id }) => id)).toEqual([links[4][1].link.id])
    time = NOW
  })

  it.each([[{ expiresInDays: 2 }], [{ expiresInDays: '7' }], [{ expiresInDays: -1 }]])(
    '[AP76] end after one of the offered times: %j is refused',
    async (body) => {
      expect((await call(owner, 'POST', `/issues/${issueId}/shares`, body)).status).toBe(400)
    },
  )

  it('[AP76] that have ended do not count among those an issue may have', async () => {
    for (let index = 0; index < 19; index++) await share(owner, { expiresInDays: 1 })
    const full = await call(owner, 'POST', `/issues/${issueId}/shares`)
    time = NOW + DAY_MS
    const freed = await call<Made>(owner, 'POST', `/issues/${issueId}/shares`)
    time = NOW
    expect([full.status, freed.status]).toEqual([409, 201])
    await call(owner, 'DELETE', `/issues/${issueId}/shares/${freed.body.link.id}`)
  })

  it('[AP77] of a project are listed with issue, creator, creation, expiry and last opened', async () => {
    const made = await share(owner, { expiresInDays: 7 })
    const find = async () => (await listed(owner)).body.links.find(({ id }) => id === made.link.id)
    expect(await find()).toEqual({
      id: made.link.id,
      issue: { id: issueId, shortId: 'MAIN-SHOP-1', title: expect.stringContaining('TypeError') },
      createdBy: 'main',
      createdAt: new Date(NOW).toISOString(),
      expiresAt: new Date(NOW + 7 * DAY_MS).toISOString(),
      lastOpenedAt: null,
    })
    time = NOW + 5_000
    await shown(made)
    expect((await find())?.lastOpenedAt).toBe(new Date(NOW + 5_000).toISOString())
    time = NOW + 6_000
    await shown(made)
    expect((await find())?.lastOpenedAt).toBe(new Date(NOW + 5_000).toISOString())
    time = NOW + 65_000
    await shown(made)
    expect((await find())?.lastOpenedAt).toBe(new Date(NOW + 65_000).toISOString())
    time = NOW
    expect(JSON.stringify((await listed(owner)).body)).not.toContain(made.url.split('/').at(-1))
    await call(owner, 'DELETE', `/issues/${issueId}/shares/${made.link.id}`)
    expect(await find()).toBeUndefined()
  })

  it('[AC126] are listed for admins; members see their own, viewers none, and outsiders no project', async () => {
    const [admin, member, viewer] = [
      await world.personAs(ann, 'admin'),
      await world.personAs(ann, 'member'),
      await world.personAs(ann, 'viewer'),
    ]
    const eve = await world.signIn(await world.tenant('other'))
    const own = await share(member.cookie)
    const foreign = await share(owner)
    const seen = async (cookie: string) =>
      (await listed(cookie)).body.links.map(({ id }) => id).filter((id) => known.has(id))
    const known = new Set([own.link.id, foreign.link.id])
    expect(new Set(await seen(admin.cookie))).toEqual(known)
    expect(await seen(member.cookie)).toEqual([own.link.id])
    expect((await listed(viewer.cookie)).status).toBe(403)
    expect((await listed(eve)).status).toBe(404)
  })

  it.each(['removed', 'left'] as const)(
    '[AC125] of a member who %s are revoked permanently and logged in the audit log',
    async (how) => {
      const maker = await world.personAs(ann, 'member', how)
      const made = await share(maker.cookie, { expiresInDays: null })
      const others = await share(owner)
      expect((await shown(made)).status).toBe(200)
      const gone = await (how === 'left'
        ? call(maker.cookie, 'DELETE', '/membership')
        : call(owner, 'DELETE', `/members/${maker.userId}`))
      expect(gone.status).toBe(200)
      expect(await shown(made)).toEqual(await never())
      expect((await shown(others)).status).toBe(200)
      const { entries } = await world.records.audit.page(
        ann.organization.id,
        { kind: 'share' },
        { limit: 50 },
      )
      expect(entries.filter(({ target }) => target.id === made.link.id)).toMatchObject([
        { verb: 'revoked', target: { name: 'MAIN-SHOP-1' }, after: { maker: 'left' } },
        { verb: 'created', after: { expires: null } },
      ])
      await world.records.organizations.addMember(ann.organization.id, maker.userId, 'member', NOW)
      expect(await shown(made)).toEqual(await never())
    },
  )

  it('[AC125] created with a member’s token are revoked with the membership too', async () => {
    const maker = await world.personAs(ann, 'admin', 'scripted')
    const token = await call<{ secret: string }>(maker.cookie, 'POST', '/tokens', {
      name: 'script',
      scopes: ['event:write'],
    })
    const response = await world.app.request(`${ORIGIN}/api/v1/issues/${issueId}/shares`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.body.secret}` },
    })
    const made = (await response.json()) as Made
    expect((await shown(made)).status).toBe(200)
    expect((await call(owner, 'DELETE', `/members/${maker.userId}`)).status).toBe(200)
    expect(await shown(made)).toEqual(await never())
  })

  it('[AC125] do not work while their creator is no member, even if they were not revoked', async () => {
    const maker = await world.personAs(ann, 'member', 'crashed')
    const made = await share(maker.cookie)
    await world.records.members.remove(ann.organization.id, maker.userId)
    expect(await shown(made)).toEqual(await never())
    expect((await listed(owner)).body.links.map(({ id }) => id)).not.toContain(made.link.id)
    const hash = hashShareToken(made.url.split('/').at(-1)!)
    expect(await world.records.shares.byHash(hash, NOW)).toBeUndefined()
  })
})
