import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, openApi } from './harness/api.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { spawnServer } from './harness/server.ts'

/** Preloaded module that throws an uncaught exception on a signal. */
const FAULT = `process.on('SIGUSR2', () => { throw new RangeError('nobody expected this') })`

describe('a server that is broken on purpose', () => {
  let data: string
  let installation: Installation
  let digest: string
  let eventId: string
  const own = (): Api => openApi(installation.origin, installation.init.token, 'hindcast')

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'hindcast-own-'))
    installation = await install({ dataDir: data })
  })
  afterAll(async () => {
    expect(await installation.close()).toBe(0)
    await rm(data, { recursive: true, force: true })
  })

  /** Renames a table under the running server, so that its queries fail. */
  function rename(table: string, to: string): void {
    const records = new DatabaseSync(join(data, 'records.sqlite'), { timeout: 10_000 })
    records.exec(`ALTER TABLE ${table} RENAME TO ${to}`)
    records.close()
  }

  async function reportWith(tag: string, value: string) {
    return eventually(`a report with ${tag} ${value}`, async () => {
      const events = await own().allEvents()
      const views = await Promise.all(events.map(async (event) => own().awaitEvent(event.eventId)))
      return views.find(({ tags }) => tags.some((pair) => pair.key === tag && pair.value === value))
    })
  }

  it('[AP4] returns only a digest', async () => {
    rename('project_keys', 'project_keys_gone')
    const { api, init } = installation
    const response = await api.get(`/api/v1/projects/${init.project}?token=not-for-the-report`)
    rename('project_keys_gone', 'project_keys')
    expect(response.status).toBe(500)
    const body = (await response.json()) as { digest: string }
    expect(body).toEqual({
      code: 'internal',
      message: 'Hindcast failed to answer this request.',
      digest: expect.stringMatching(/^\d{10}$/),
    })
    digest = body.digest
  })

  it('[OP20] has the failure behind the digest in its own project, without a secret', async () => {
    const event = await reportWith('digest', digest)
    eventId = event.eventId
    expect(event).toMatchObject({
      environment: 'production',
      release: expect.stringMatching(/^hindcast@\d/),
      transaction: 'GET /api/v1/projects/:project',
      serverName: null,
      exceptions: [{ type: 'Error', value: expect.stringContaining('project_keys') }],
    })
    expect(event.tags).toContainEqual({ key: 'component', value: 'api' })
    const files = event.exceptions[0]!.frames.map(({ filename }) => filename)
    expect(files).toContain('packages/server/src/stores/records/sqlite/sqlite-driver.ts')
    const text = JSON.stringify(event)
    for (const secret of ['not-for-the-report', data, import.meta.dirname]) expect(text).not.toContain(secret)
  })

  it('[OP20] finds it by a pasted digest', async () => {
    const response = await installation.api.get(`/api/v1/lookup?text=Digest:%20${digest}`)
    expect(await response.json()).toMatchObject({
      found: [{ kind: 'event', by: 'digest', project: 'hindcast', eventId }],
    })
  })

  it('[OP20] reports what failed in the digester, as soon as it works again', async () => {
    rename('intake_counts', 'intake_counts_gone')
    const { reportTo } = await setupOf(installation)
    expect(new URL(reportTo!).origin).toBe(installation.origin)
    const answer = await fetch(`${installation.origin}/tunnel`, {
      method: 'POST',
      body: `${JSON.stringify({ dsn: reportTo })}\n{"type":"event"}\n{"message":"from a page"}`,
    })
    expect(answer.status).toBe(200)
    await eventually(
      'a failed batch',
      async () => installation.server.output().includes('a store did not take a batch') || undefined,
    )
    rename('intake_counts_gone', 'intake_counts')
    expect((await reportWith('component', 'digester')).exceptions[0]!.value).toContain('intake_counts')
  })

  it('[OP20] reports an uncaught exception before it exits with code 1', async () => {
    expect(await installation.server.stop()).toBe(0)
    const { child, output } = spawnServer({
      dataDir: data,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT)}` },
    })
    await eventually('the start', async () => output().includes('listening on') || undefined)
    const exit = once(child, 'exit')
    child.kill('SIGUSR2')
    expect(await exit, output()).toEqual([1, null])
    await installation.start()
    expect((await reportWith('component', 'process')).exceptions).toMatchObject([
      { type: 'RangeError', value: 'nobody expected this' },
    ])
  })

  it('[AP24] lists its own project last; the first ID is that of the requested project', async () => {
    expect(installation.projectId).toBe('1')
    expect(await projectsOf(installation)).toMatchObject([
      { slug: 'web-shop', own: false },
      { slug: 'hindcast', own: true },
    ])
  })
})

it('[OP22] creates no own project when turned off', async () => {
  const installation = await install({ env: { HINDCAST_SELF_REPORT: 'off' } })
  expect(await setupOf(installation)).toMatchObject({ needed: false, reportTo: null })
  expect(await projectsOf(installation)).toMatchObject([{ slug: 'web-shop', own: false }])
  expect(await installation.close()).toBe(0)
})

async function setupOf({ api }: Installation) {
  return (await (await api.get('/api/v1/setup')).json()) as { needed: boolean; reportTo: string | null }
}

async function projectsOf({ api }: Installation) {
  const { projects } = (await (await api.get('/api/v1/projects')).json()) as {
    projects: ReadonlyArray<{ slug: string; own: boolean }>
  }
  return projects
}
