import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { printedBy, runSentryCli } from './harness/sentry-cli.ts'

let hindcast: Installation
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hindcast-cli-'))
  hindcast = await install()
})
afterAll(async () => {
  await rm(home, { recursive: true, force: true })
  expect(await hindcast?.close()).toBe(0)
})

const sentryCli = (...args: readonly string[]) => runSentryCli(3, { hindcast, home }, args)
const printed = (...args: readonly string[]) => printedBy(sentryCli(...args), `sentry-cli ${args.join(' ')}`)

it('[AP50] `sentry-cli info` finds the server and takes the token', async () => {
  const text = await printed('info')
  expect(text).toContain(hindcast.origin)
  expect(text).toMatch(/Method: Auth Token/)
  expect(text).toContain('event:read')
})

it('[AP50] `sentry-cli organizations list` shows the organization', async () => {
  expect(await printed('organizations', 'list')).toContain(hindcast.init.org)
})

it('[AP50] `sentry-cli projects list` shows the project by slug and name', async () => {
  const text = await printed('projects', 'list')
  expect(text).toContain(hindcast.init.project)
  expect(text).toContain('Web shop')
})

it('[AP50] what `sentry-cli send-event` sent is in `issues list` and `events list`', async () => {
  const text = await printed(
    'send-event',
    '--message',
    'the till is on fire',
    '--tag',
    'shop:north',
    '--level',
    'warning',
  )
  const eventId = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/.exec(text)?.[0].replaceAll('-', '')
  expect(eventId, text).toBeDefined()
  const event = await hindcast.api.awaitEvent(eventId!)
  expect(event).toMatchObject({ level: 'warning', message: { formatted: 'the till is on fire' } })
  expect(event.tags).toContainEqual({ key: 'shop', value: 'north' })

  const issue = await hindcast.api.issue(event.issueId)
  const issues = await printed('issues', 'list')
  expect(issues).toContain(issue.shortId)
  expect(issues).toContain('the till is on fire')
  expect(issues).toContain('unresolved')

  const events = await printed('events', 'list')
  expect(events.replaceAll('-', '')).toContain(eventId)
  expect(events).toContain('the till is on fire')
})

it('[PL53] the token in the environment that `send-event` carries along is not stored', async () => {
  const text = await printed('send-event', '--message', 'with the whole environment')
  const eventId = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/.exec(text)![0].replaceAll('-', '')
  const event = await hindcast.api.awaitEvent(eventId)
  expect(JSON.stringify(event)).not.toContain(hindcast.init.token)
  expect(event.scrubbed.length).toBeGreaterThan(0)
})

it('[AP50] `sentry-cli issues list` pages through more issues than fit one answer', async () => {
  const words = 'amber birch cedar dune ember fjord grove heath islet jetty'.split(' ')
  const titles = words.flatMap((first) => words.map((second) => `${first} meets ${second} by the river`))
  for (const message of titles) await postMessage(message)
  await eventually('the last issue', async () =>
    (await hindcast.api.allIssues()).some((issue) => issue.title === titles.at(-1)) ? true : undefined,
  )
  const text = await printed('issues', 'list')
  for (const title of [titles[0]!, titles[50]!, titles.at(-1)!]) expect(text).toContain(title)
})

it.each([3, 2] as const)(
  '[AP134] `sentry-cli` %i changes issues by id, by status and all of them',
  async (major) => {
    const cli = (...args: readonly string[]) =>
      printedBy(runSentryCli(major, { hindcast, home }, args), `sentry-cli ${args.join(' ')}`)
    const unresolved = async () =>
      (await hindcast.api.allIssues()).filter(({ status }) => status === 'unresolved')
    await cli('issues', 'unresolve', '--status', 'resolved')
    const [first, ...others] = await unresolved()
    expect(others.length).toBeGreaterThan(0)
    await cli('issues', 'resolve', '--id', first!.id)
    expect(await unresolved()).toHaveLength(others.length)
    await cli('issues', 'resolve', '--all')
    expect(await unresolved()).toEqual([])
  },
)

it('[AP51] a wrong token is rejected with a message', async () => {
  const { code, stdout, stderr } = await sentryCli('--auth-token', 'not-a-token-at-all', 'issues', 'list')
  expect(code).toBe(1)
  expect(stdout + stderr).toMatch(/401|token/i)
})

async function postMessage(message: string): Promise<void> {
  const response = await fetch(
    `${hindcast.origin}/api/${hindcast.projectId}/store/?sentry_key=${hindcast.publicKey}`,
    {
      method: 'POST',
      body: JSON.stringify({ message }),
    },
  )
  expect(response.status).toBe(200)
}
