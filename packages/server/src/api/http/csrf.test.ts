import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { refuseForgery } from './csrf.ts'
import { createErrorHandler } from './problem.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

function createApp() {
  const app = new Hono()
  app.use(
    '*',
    refuseForgery(() => 'https://hindcast.example'),
  )
  app.onError(createErrorHandler(silent))
  app.all('*', (c) => c.json({ ok: true }))
  return app
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const COOKIE = { Cookie: 'hindcast.session_token=x' }

async function post(headers: Record<string, string>, body: string | null = '{}') {
  const response = await createApp().request('http://127.0.0.1:8000/api/v1/projects', {
    method: 'POST',
    headers,
    body,
  })
  return response.status
}

describe('forged requests', () => {
  it.each([
    ['fetch metadata says same-origin', { ...COOKIE, ...JSON_TYPE, 'Sec-Fetch-Site': 'same-origin' }],
    [
      'the origin is the address it was sent to',
      { ...COOKIE, ...JSON_TYPE, Origin: 'http://127.0.0.1:8000' },
    ],
    ['the origin is the public address', { ...COOKIE, ...JSON_TYPE, Origin: 'https://hindcast.example' }],
    ['no browser is involved', { ...JSON_TYPE, Authorization: 'Bearer x' }],
  ])('[AP5] lets a change through when %s', async (_, headers) => {
    expect(await post(headers)).toBe(200)
  })

  it.each([
    ['another site sends it', { ...COOKIE, ...JSON_TYPE, 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling domain sends it', { ...COOKIE, ...JSON_TYPE, 'Sec-Fetch-Site': 'same-site' }],
    ['a foreign origin sends it', { ...COOKIE, ...JSON_TYPE, Origin: 'https://evil.example' }],
    ['a sandboxed page sends it', { ...COOKIE, ...JSON_TYPE, Origin: 'null' }],
    ['a cookie comes without an origin', { ...COOKIE, ...JSON_TYPE }],
    ['a foreign page tries to sign somebody in', { ...JSON_TYPE, Origin: 'https://evil.example' }],
  ])('[AP5] refuses a change when %s', async (_, headers) => {
    expect(await post(headers)).toBe(403)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    '[AP5] refuses a body that a form could have sent: %s',
    async (type) => {
      const headers: Record<string, string> = { ...COOKIE, 'Sec-Fetch-Site': 'same-origin' }
      if (type !== undefined) headers['Content-Type'] = type
      expect(await post(headers)).toBe(400)
    },
  )

  it('[AP5] allows reads from any origin', async () => {
    const response = await createApp().request('/api/v1/projects', {
      headers: { ...COOKIE, Origin: 'https://evil.example' },
    })
    expect(response.status).toBe(200)
  })
})
