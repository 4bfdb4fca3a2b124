import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { send } from './harness/send.ts'
import { spawnServer } from './harness/server.ts'

/** Enough for a reader to hang on for years, were every place of every letter tried. */
const REPETITION = 'a'.repeat(8192)
const SEARCHES = ['message:*a*a*a*a*b', 'message:/a.*a.*a.*a.*b$/', 'message:*a*a*a*a*a*a*a*a*c*d']

let dataDir: string
let hindcast: Installation | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hindcast-questions-'))
})
afterEach(async () => {
  await hindcast?.close()
  hindcast = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function withRepetition(): Promise<Installation> {
  hindcast = await install({ dataDir })
  const eventId = 'e'.repeat(32)
  const answer = await send(hindcast.origin, {
    method: 'POST',
    path: `/api/${hindcast.projectId}/store/`,
    query: `?sentry_key=${hindcast.publicKey}`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ event_id: eventId, message: REPETITION })),
  })
  expect(answer.status).toBe(200)
  await hindcast.api.awaitEvent(eventId)
  return hindcast
}

const eventsOf = ({ init }: Installation, query: string) =>
  `/api/v1/projects/${init.project}/events?query=${encodeURIComponent(query)}`

it('[SE36] answers searches over a long repetitive message, and other requests meanwhile', async () => {
  const server = await withRepetition()
  const hostile = SEARCHES.flatMap((query) => Array.from({ length: 4 }, () => query))
  const answers = await Promise.all([
    ...hostile.map((query) => server.api.get(eventsOf(server, query))),
    server.api.get(eventsOf(server, '')),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const found = await Promise.all(answers.map((answer) => answer.json() as Promise<{ events: unknown[] }>))
  expect(found.map(({ events }) => events.length)).toEqual([...hostile.map(() => 0), 1])
})

it('[OP60] exits within ten seconds of SIGTERM while searches run and clients have disconnected, and keeps every event', async () => {
  const server = await withRepetition()
  const left = new AbortController()
  const reads = Array.from({ length: 60 }, (_, index) =>
    fetch(`${server.origin}${eventsOf(server, SEARCHES[index % 3]!)}`, {
      headers: { authorization: `Bearer ${server.init.token}` },
      ...(index % 2 === 0 && { signal: left.signal }),
    }).then(
      ({ status }) => status,
      () => undefined,
    ),
  )
  await server.api.get(eventsOf(server, SEARCHES[0]!))
  left.abort()
  expect(await server.close()).toBe(0)
  await Promise.all(reads)
  await server.start()
  expect((await server.api.allEvents()).map(({ eventId }) => eventId)).toEqual(['e'.repeat(32)])
})

async function startAgain() {
  const child = spawn(process.execPath, [HINDCAST, 'start', '--port', '0', '--data', dataDir], {
    cwd: ROOT,
    env: { ...process.env, HINDCAST_LOG: 'info' },
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code: code as number | null }
}

it('[OP61] says in one sentence which process uses the folder, also when that one hangs', async () => {
  const { child, output } = spawnServer({ dataDir })
  while (!output().includes('listening on')) await once(child.stdout!, 'data')
  const running = await startAgain()
  expect(running.code).toBe(1)
  expect(running.said.trim()).toMatch(
    new RegExp(`^A Hindcast server already uses this data folder \\(process ${child.pid}\\)\\.[^\\n]*$`),
  )
  child.kill('SIGSTOP')
  const hanging = await startAgain()
  expect(hanging.code).toBe(1)
  expect(hanging.said.trim()).toMatch(
    new RegExp(`^A process uses this data folder and does not answer \\(process ${child.pid}\\)\\.[^\\n]*$`),
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
})
