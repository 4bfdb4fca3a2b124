import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFor } from '../packages/server/src/accounts/testing/totp.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { OWNER } from './harness/server.ts'

function hindcast(...args: readonly string[]) {
  return run(process.execPath, [HINDCAST, ...args], { cwd: ROOT, env: process.env })
}

describe('without a server', () => {
  let data: string
  beforeAll(async () => void (data = await mkdtemp(join(tmpdir(), 'hindcast-cli-'))))
  afterAll(() => rm(data, { recursive: true, force: true }))

  it('[CL3] init prints exactly the fields that scripts rely on', async () => {
    const owner = ['--email', 'a@example.com', '--password', 'a long password']
    const { code, stdout } = await hindcast('init', ...owner, '--project', 'Web', '--json', '--data', data)
    expect(code).toBe(0)
    const printed = JSON.parse(stdout) as Record<string, string>
    expect(Object.keys(printed).toSorted()).toEqual(['dsn', 'org', 'project', 'token', 'url'])
    expect(printed).toMatchObject({ project: 'web', org: 'main' })
    expect(printed['dsn']).toMatch(/^http:\/\/[0-9a-f]{32}@127\.0\.0\.1:8000\/1$/)
  })

  it('[CL1] creates projects, tokens and samples directly in the stores', async () => {
    const project = await hindcast('project', 'create', 'Docs', '--json', '--data', data)
    expect(JSON.parse(project.stdout)).toMatchObject({ project: 'docs', org: 'main' })
    const token = await hindcast('token', 'create', '--scopes', 'event:read', '--json', '--data', data)
    expect(JSON.parse(token.stdout)).toMatchObject({ scopes: ['event:read'], org: 'main' })
    const seeded = await hindcast('seed', 'regression-after-deploy', '--json', '--data', data)
    expect(JSON.parse(seeded.stdout)).toEqual({
      scenario: 'regression-after-deploy',
      project: 'web',
      events: 345,
      ownPages: true,
    })
  })

  it('[CL4] the doctor exits 0 on a healthy folder and 1 on a damaged one', async () => {
    const healthy = await hindcast('doctor', '--data', data)
    expect(healthy.stdout).toMatch(/^ok {4}records/m)
    expect(healthy.code).toBe(0)
    const starved = await run(process.execPath, [HINDCAST, 'doctor', '--data', data], {
      cwd: ROOT,
      env: { ...process.env, HINDCAST_SPOOL_RESERVE_MB: '999999999' },
    })
    expect(starved.stdout).toMatch(/^FAIL {2}disk/m)
    expect(starved.code).toBe(1)
  })

  it.each([
    [['fly'], /Unknown command “fly”/],
    [['init', '--data', '/tmp/nowhere'], /--email is missing/],
    [['start', '--port', 'x'], /HINDCAST_PORT/],
    [['project', 'create', '--platfrom', 'x'], /Unknown option '--platfrom'/],
    [['token', 'create', '--scopes', 'everything:all'], /Unknown scope everything:all/],
    [['account', 'reset-password'], /--email is missing/],
    [['account', 'reset-password', '--email', 'eve@example.com'], /No account .* “eve@example.com”/],
    [['account', 'reset-second-step'], /--email is missing/],
    [['account', 'reset-second-step', '--email', 'eve@example.com'], /No account .* “eve@example.com”/],
  ])('[CL5] %j is one sentence and a non-zero exit', async (args, sentence) => {
    const { code, stdout, stderr } = await hindcast(...args, '--data', data)
    expect(code).not.toBe(0)
    expect(stdout + stderr).toMatch(sentence)
    expect(stdout + stderr).not.toMatch(/\n\s+at /)
  })
})

describe('with a server', () => {
  let installation: Installation
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'hindcast-cli-'))
    installation = await install({ dataDir: data })
  })
  afterAll(async () => {
    expect(await installation.close()).toBe(0)
    await rm(data, { recursive: true, force: true })
  })

  it('[CL1] a project made while it runs can be sent to at once', async () => {
    const { stdout } = await hindcast('project', 'create', 'Docs', '--json', '--data', data)
    const dsn = new URL((JSON.parse(stdout) as { dsn: string }).dsn)
    const answer = await fetch(
      `${installation.origin}/api${dsn.pathname}/store/?sentry_key=${dsn.username}`,
      {
        method: 'POST',
        body: JSON.stringify({ message: 'hello' }),
      },
    )
    expect(answer.status).toBe(200)
    expect(dsn.origin).toBe(installation.origin)
  })

  it('[CL8] resets two-factor authentication of an owner, and ends their sessions', async () => {
    const { origin } = installation
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${origin}/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, cookie },
        body: JSON.stringify(body),
      })
    const cookies = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ')
    const { password } = OWNER
    const first = cookies(await post('/sign-in/email', OWNER))
    const { totpURI } = (await (await post('/two-factor/enable', { password }, first)).json()) as {
      totpURI: string
    }
    const code = codeFor(totpURI, Date.now())
    const session = cookies(await post('/two-factor/verify-totp', { code }, first))
    const members = (cookie: string) => fetch(`${origin}/api/v1/members`, { headers: { cookie } })
    expect((await members(session)).status).toBe(200)
    expect(await (await post('/sign-in/email', OWNER)).json()).toMatchObject({ twoFactorRedirect: true })

    const reset = await hindcast('account', 'reset-second-step', '--email', OWNER.email, '--data', data)
    expect([reset.code, reset.stdout, reset.stderr]).toEqual([
      0,
      'owner@example.com can sign in with the password alone. The password was not changed.\n' +
        'Two-factor authentication is off, and its recovery codes no longer work.\n' +
        'Passkeys removed: 0. Sessions ended: 1.\n',
      '',
    ])
    expect((await members(session)).status).toBe(401)
    expect((await members(cookies(await post('/sign-in/email', OWNER)))).status).toBe(200)
  })

  it('[CL2] a second server on the same folder is refused', async () => {
    const { code, stderr } = await hindcast('start', '--port', '0', '--data', data)
    expect(code).toBe(1)
    expect(stderr).toBe(
      `A Hindcast server already uses this data folder (process ${installation.server.pid}). ` +
        'Stop it first, or choose another folder with --data.\n',
    )
  })

  it('[CL5] a port that is taken is one sentence, and nothing is left running', async () => {
    const data = await mkdtemp(join(tmpdir(), 'hindcast-port-'))
    const { port } = new URL(installation.origin)
    const { code, stderr } = await hindcast('start', '--port', port, '--data', data)
    expect(stderr).toMatch(/Port \d+ on \S+ is in use/)
    expect(code).toBe(1)
    await rm(data, { recursive: true, force: true })
  })

  it('[CL4] the doctor asks the server', async () => {
    const { code, stdout } = await hindcast('doctor', '--json', '--data', data)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ healthy: true })
  })
})
