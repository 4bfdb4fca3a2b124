import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alert, Backtest } from '@hindcast/contract/alerts/alerts.ts'
import type { Channel, Delivery, DeliveryAttempt } from '@hindcast/contract/alerts/channels.ts'
import type { Problem } from '@hindcast/contract/problem.ts'
import type { ShareLink, SharedIssue } from '@hindcast/contract/issues/shares.ts'
import { AppError } from '#domain/app-error.ts'
import { startReceiver } from '#product/alerts/channels/testing/receiver.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000
const RULE = {
  when: { kind: 'new' },
  for: { projectIds: [], query: '', environments: [], levels: [] },
  tell: [],
  every: 30,
}

let world: World
let ann: Tenant
let eve: Tenant
let issueId: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let status = 200

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  eve = await world.tenant('other')
  const personal = {
    user: {
      id: 'user-77',
      email: 'visitor@private.example',
      ip_address: '203.0.113.77',
      username: 'visitor',
    },
    tags: { customer: 'customer-tag' },
    extra: { note: 'extra-note' },
    request: {
      url: 'https://shop.test/checkout?session=request-query',
      headers: { 'X-Secret-Header': 'header-value', Cookie: 'sid=cookie-value' },
      cookies: 'sid=cookie-value',
      data: { card: 'request-body' },
    },
    breadcrumbs: [{ message: 'clicked crumb-text' }],
    contexts: { account: { plan: 'context-value' } },
  }
  await world.store(ann.project, [anErrorPayload(eventId(1), personal)], NOW - 30 * HOUR_MS)
  const { issues } = await call<{ issues: Array<{ id: string }> }>(
    'GET',
    `/projects/${ann.project.slug}/issues`,
  )
  issueId = issues[0]!.id
  receiver = await startReceiver((response) => response.writeHead(status).end('seen'))
})
afterAll(async () => {
  await receiver.close()
  await world.close()
})

async function ask(method: string, path: string, body?: object, token = ann.token): Promise<Response> {
  return world.app.request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { ...bearer(token), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await ask(method, path, body)
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as T
}

async function refused(method: string, path: string, body?: object, token?: string) {
  const response = await ask(method, path, body, token)
  return { status: response.status, ...((await response.json()) as Problem) }
}

const aChannel = (kind = 'slack') =>
  call<{ channel: Channel; secret: string | null }>('POST', '/channels', {
    name: 'errors',
    target: { kind, url: receiver.url },
  })

describe('alerts', () => {
  it('[AL30] are made, read, changed, muted and deleted, and each change stands in the audit log', async () => {
    const made = await call<Alert>('POST', '/alerts', RULE)
    expect(made).toMatchObject({
      ...RULE,
      enabled: true,
      mutedUntil: null,
      sentence: expect.stringMatching(/^When a new/),
    })
    const until = '2026-11-16T00:00:00.000Z'
    expect(await call<Alert>('PATCH', `/alerts/${made.id}`, { mutedUntil: until, every: 5 })).toMatchObject({
      mutedUntil: until,
      every: 5,
    })
    expect(await call<Alert>('PATCH', `/alerts/${made.id}`, { mutedUntil: null })).toMatchObject({
      mutedUntil: null,
    })
    const { alerts } = await call<{ alerts: Alert[] }>('GET', '/alerts')
    expect(alerts.map(({ id }) => id)).toContain(made.id)
    await call('DELETE', `/alerts/${made.id}`)
    expect(await refused('GET', `/alerts/${made.id}`)).toMatchObject({ status: 404 })
    const { entries } = await world.records.audit.page(
      ann.organization.id,
      {},
      { cursor: undefined, limit: 50 },
    )
    const verbs = entries.filter(({ target }) => target.kind === 'alert').map(({ verb }) => verb)
    expect(verbs).toEqual(['deleted', 'changed', 'changed', 'created'])
  })

  it('[AL63] say since when and why they cannot be evaluated, for as long as that is so', async () => {
    const { id } = await call<Alert>('POST', '/alerts', RULE)
    const alert = (await world.records.alerts.byId(id))!
    expect(await call<Alert>('GET', `/alerts/${id}`)).toMatchObject({ failing: null })
    world.alertFailures.failed(alert, new AppError('too_slow', 'Ask for less.'), NOW)
    const failing = { since: new Date(NOW).toISOString(), reason: 'Ask for less.' }
    expect(await call<Alert>('GET', `/alerts/${id}`)).toMatchObject({ failing })
    // A fault of ours may hold SQL.
    world.alertFailures.failed(alert, new Error('select secret'), NOW + 1)
    const { alerts } = await call<{ alerts: Alert[] }>('GET', '/alerts')
    const hidden = { ...failing, reason: expect.not.stringContaining('select') }
    expect(alerts.find((one) => one.id === id)).toMatchObject({ failing: hidden })
    world.alertFailures.worked(id)
    expect(await call<Alert>('GET', `/alerts/${id}`)).toMatchObject({ failing: null })
    await world.records.alerts.delete(id)
  })

  it.each([
    [{ when: { kind: 'seen', by: 'users', atLeast: 0, within: 60 } }],
    [{ when: { kind: 'rate', above: 1, per: 'minute', within: 7 } }],
    [{ every: 0 }],
    [{ for: { ...RULE.for, query: 'is:(' } }],
    [{ for: { ...RULE.for, projectIds: ['999'] } }],
    [{ tell: [{ kind: 'channel', id: 'nowhere' }] }],
    [{ when: { kind: 'spike', times: 3, atLeast: 10, within: 60 }, tell: [{ kind: 'assignee' }] }],
    [{ when: { kind: 'rate', above: 1, per: 'minute', within: 5 }, for: { ...RULE.for, query: 'x' } }],
  ])('[AL30] are refused where they make no sense: %j', async (wrong) => {
    expect(await refused('POST', '/alerts', { ...RULE, ...wrong })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
  })

  it('[AL60] refuse an address that is never asked, new or changed', async () => {
    const { channel } = await aChannel('webhook')
    for (const who of ['ann@', 'ann:pass@', ':pass@']) {
      const target = { kind: 'webhook', url: `https://${who}hooks.example/x` }
      const made = await refused('POST', '/channels', { name: 'errors', target })
      expect(made).toMatchObject({ status: 400, message: expect.stringContaining('no password') })
      expect(await refused('PATCH', `/channels/${channel.id}`, { target })).toMatchObject({ status: 400 })
    }
  })

  it('[AL21] show no more of an address than four characters of its path', async () => {
    for (const [url, hint] of [
      ['https://hooks.example/', 'hooks.example/…'],
      ['https://hooks.example:8443/ab', 'hooks.example:8443/…ab'],
      ['https://hooks.example/a?token=secret', 'hooks.example/…cret'],
    ]) {
      const body = { name: 'errors', target: { kind: 'slack', url } }
      expect((await call<{ channel: Channel }>('POST', '/channels', body)).channel.hint).toBe(hint)
    }
  })

  it('[AL30] of another organization do not exist', async () => {
    const { id } = await call<Alert>('POST', '/alerts', RULE)
    const { channel } = await aChannel()
    for (const [method, path] of [
      ['GET', `/alerts/${id}`],
      ['PATCH', `/alerts/${id}`],
      ['DELETE', `/alerts/${id}`],
      ['PATCH', `/channels/${channel.id}`],
      ['DELETE', `/channels/${channel.id}`],
      ['POST', `/channels/${channel.id}/test`],
    ] as const) {
      expect(await refused(method, path, method === 'PATCH' ? {} : undefined, eve.token)).toMatchObject({
        status: 404,
      })
    }
    expect(
      await refused('POST', '/alerts', { ...RULE, tell: [{ kind: 'channel', id: channel.id }] }, eve.token),
    ).toMatchObject({ status: 400 })
  })

  it('[AL31] can be tried on the two weeks before, without changing or sending anything', async () => {
    const result = await call<Backtest>('POST', '/alerts/backtest', RULE)
    expect(result).toMatchObject({ sent: 1, found: 1, cut: false })
    expect(result.messages).toMatchObject([
      { subjects: [{ reason: 'new issue', issue: { id: issueId } }], more: 0 },
    ])
    const rare = { ...RULE, when: { kind: 'seen', by: 'users', atLeast: 50, within: 1440 } }
    expect(await call<Backtest>('POST', '/alerts/backtest', rare)).toMatchObject({ sent: 0, messages: [] })
    expect(
      await refused('POST', '/alerts/backtest', { ...RULE, for: { ...RULE.for, query: 'is:(' } }),
    ).toMatchObject({ status: 400 })
    expect(receiver.received).toEqual([])
  })
})

describe('channels', () => {
  it('[AL21] never give their address or secret back, but for the one time it is made', async () => {
    const { channel, secret } = await aChannel('webhook')
    expect(secret).toMatch(/^whsec_[\w-]{32}$/)
    expect(channel.hint).toBe(`${receiver.host}/…part`)
    const { secret: next } = await call<{ secret: string }>('PATCH', `/channels/${channel.id}`, {
      target: { kind: 'webhook', url: `${receiver.url}-two` },
    })
    expect(next).not.toBe(secret)
    const listed = await (await ask('GET', '/channels')).text()
    const audited = JSON.stringify(
      await world.records.audit.page(ann.organization.id, {}, { cursor: undefined, limit: 50 }),
    )
    const stored = JSON.stringify(await world.records.channels.list(ann.organization.id))
    for (const text of [listed, audited, stored]) {
      expect(text).not.toContain('secretpart')
      expect(text).not.toContain(secret)
      expect(text).not.toContain(next)
    }
    expect(
      await refused('PATCH', `/channels/${channel.id}`, { target: { kind: 'slack', url: receiver.url } }),
    ).toMatchObject({ status: 400 })
  })

  it('[AL32] are tested for real, and the answer is shown and stands in the log', async () => {
    const { channel } = await aChannel()
    status = 200
    expect(await call('POST', `/channels/${channel.id}/test`)).toMatchObject({
      ok: true,
      status: 200,
      answer: 'seen',
    })
    status = 500
    expect(await call('POST', `/channels/${channel.id}/test`)).toMatchObject({ ok: false, status: 500 })
    expect(receiver.received.at(-1)!.body).toContain('This is a test')
    const { deliveries } = await call<{ deliveries: Delivery[] }>('GET', `/deliveries?channel=${channel.id}`)
    expect(deliveries.map(({ state, kind, to }) => `${state} ${kind} ${to}`).sort()).toEqual([
      'dead test errors',
      'sent test errors',
    ])
    const dead = deliveries.find(({ state }) => state === 'dead')!
    const { attempts } = await call<{ attempts: DeliveryAttempt[] }>('GET', `/deliveries/${dead.id}`)
    expect(attempts).toMatchObject([{ number: 1, ok: false, status: 500, answer: 'seen' }])
    await call('POST', `/deliveries/${dead.id}/retry`)
    expect(await refused('POST', `/deliveries/${dead.id}/retry`)).toMatchObject({ status: 409 })
    expect(await refused('GET', `/deliveries/${dead.id}`, undefined, eve.token)).toMatchObject({
      status: 404,
    })
  })

  it.each([
    [{ kind: 'slack', url: 'ftp://x.example/' }],
    [{ kind: 'slack', url: 'no address' }],
    [{ kind: 'email', to: [] }],
    [{ kind: 'email', to: ['ann@x.example\r\nBcc: eve@x.example'] }],
  ])('[AL32] lead somewhere: %j is refused', async (target) => {
    expect(await refused('POST', '/channels', { name: 'x', target })).toMatchObject({ status: 400 })
  })
})

describe('share links', () => {
  const publicly = (url: string) =>
    world.app.request(url.replace('/share/', '/api/v1/share/'), { headers: {} })

  it('[AL40] show an issue without an account, and nothing about affected users', async () => {
    const { url } = await call<{ url: string }>('POST', `/issues/${issueId}/shares`)
    const response = await publicly(url)
    expect(response.status).toBe(200)
    const text = await response.text()
    const shown = JSON.parse(text) as SharedIssue
    expect(shown).toMatchObject({ events: 1, users: 1, exceptions: [{ type: 'TypeError' }] })
    expect(shown.exceptions[0]!.frames.length).toBeGreaterThan(0)
    for (const secret of [
      'user-77',
      'visitor',
      '203.0.113',
      'customer-tag',
      'extra-note',
      'request-query',
      'header-value',
      'cookie-value',
      'request-body',
      'crumb-text',
      'context-value',
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  it('[AL41] are kept from search engines, caches and other pages', async () => {
    const { url } = await call<{ url: string }>('POST', `/issues/${issueId}/shares`)
    const { headers } = await publicly(url)
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('[AL42] show nothing once they are revoked, in the words for one that never was', async () => {
    const { url, link } = await call<{ url: string; link: ShareLink }>('POST', `/issues/${issueId}/shares`)
    const { links } = await call<{ links: ShareLink[] }>('GET', `/issues/${issueId}/shares`)
    expect(links.map(({ id }) => id)).toContain(link.id)
    expect(JSON.stringify(links)).not.toContain(url.split('/').at(-1))
    expect(
      await refused('DELETE', `/issues/${issueId}/shares/${link.id}`, undefined, eve.token),
    ).toMatchObject({ status: 404 })
    await call('DELETE', `/issues/${issueId}/shares/${link.id}`)
    const gone = await publicly(url)
    const never = await publicly(`${ORIGIN}/share/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`)
    expect([gone.status, never.status]).toEqual([404, 404])
    expect(await gone.text()).toBe(await never.text())
    expect(gone.headers.get('x-robots-tag')).toContain('noindex')
    const { entries } = await world.records.audit.page(
      ann.organization.id,
      {},
      { cursor: undefined, limit: 50 },
    )
    const verbs = entries.filter(({ target }) => target.id === link.id).map(({ verb }) => verb)
    expect(verbs).toEqual(['revoked', 'created'])
  })
})
