import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { MOMENT, aPayload, silentLog } from '#domain/testing.ts'
import { openFileSpool } from '#spool/file-spool.ts'
import type { WritePoint } from '#digest/testing/crash-child.ts'
import { digestFolder, openFolder } from '#digest/testing/digest-folder.ts'
import type { DigestOrder } from '#digest/testing/digest-folder.ts'
import { contentOf, textOf } from '#digest/testing/folder-content.ts'
import type { FolderContent, Row } from '#digest/testing/folder-content.ts'
import { aReceipt, anEnvelope } from '#digest/testing/records.ts'

const MINUTE_MS = 60_000
const CHILD = join(import.meta.dirname, 'testing/crash-child.ts')

const idOf = (n: number) => n.toString(16).padStart(32, '0')
const anError = (n: number, over: JsonObject = {}) => ({
  type: 'event',
  payload: aPayload({ event_id: idOf(n), ...over }),
})
const otherError = (type: string): JsonObject => ({ exception: { values: [{ type, value: 'no' }] } })
const violation = (url: string): JsonObject => ({
  type: 'csp-violation',
  body: { documentURL: 'https://a.example/', blockedURL: url, effectiveDirective: 'script-src' },
})
const aSession = (sid: string, status: string): JsonObject => ({
  sid,
  init: true,
  started: new Date(MOMENT).toISOString(),
  status,
  errors: 0,
  attrs: { release: 'shop@3', environment: 'production' },
})

const TRACE = { trace_id: 'ab'.repeat(16) }
const aSpan = (spanId: string, over: JsonObject = {}): JsonObject => ({
  ...TRACE,
  span_id: spanId,
  name: 'GET api.example.com',
  status: 'ok',
  start_timestamp: MOMENT / 1000 - 2,
  end_timestamp: MOMENT / 1000 - 1,
  attributes: { 'sentry.op': { value: 'http.client', type: 'string' } },
  ...over,
})
const aTransaction: JsonObject = {
  type: 'transaction',
  transaction: '/cart',
  release: 'shop@4',
  start_timestamp: MOMENT / 1000 - 3,
  timestamp: MOMENT / 1000,
  contexts: { trace: { ...TRACE, span_id: '0c'.repeat(8), op: 'pageload' } },
  spans: [{ span_id: '0d'.repeat(8), op: 'db', description: 'select 1', start_timestamp: MOMENT / 1000 - 2 }],
  measurements: { lcp: { value: 1200, unit: 'millisecond' } },
}

/** What is in the stores already: two issues, of which one is resolved. */
const EARLIER = [
  anEnvelope([anError(1, { release: 'shop@1' })]),
  anEnvelope([anError(2, { release: 'shop@1', ...otherError('RangeError') })]),
]

/** One batch with something for every store, every kind, and every way to be dropped or kept. */
const BATCH: readonly Buffer[] = [
  anEnvelope([anError(1, { message: 'an id that is stored' })]),
  anEnvelope([
    anError(10, { release: 'shop@2', user: { id: 'ada' }, tags: { digest: '1170966708' } }),
    { type: 'session', payload: aSession('0a'.repeat(16), 'crashed') },
    { type: 'attachment', header: { filename: 'a.txt' }, payload: 'a small file' },
    { type: 'attachment', header: { filename: 'b.bin' }, payload: Buffer.alloc(100_000, 'x') },
  ]),
  anEnvelope([anError(10, { message: 'an id that came before in the batch' })]),
  anEnvelope([
    {
      type: 'raw_security',
      payload: JSON.stringify([
        violation('https://a.example/1.js'),
        { type: 'network-error', body: { phase: 'dns' } },
        violation('https://a.example/2.js'),
        violation('https://a.example/2.js'),
      ]),
    },
  ]),
  anEnvelope([anError(11, { release: 'shop@3', user: { id: 'bob' }, ...otherError('RangeError') })]),
  anEnvelope([
    { type: 'session', payload: aSession('0b'.repeat(16), 'exited') },
    {
      type: 'sessions',
      payload: {
        attrs: { release: 'shop@3' },
        aggregates: [{ started: new Date(MOMENT).toISOString(), exited: 7, crashed: 2 }],
      },
    },
    { type: 'check_in', payload: '{"sid":"1"}' },
    { type: 'event', payload: '{"broken"' },
  ]),
  anEnvelope([
    {
      type: 'span',
      payload: { version: 2, items: [aSpan('0e'.repeat(8)), aSpan('0f'.repeat(8)), aSpan('no id')] },
    },
    { type: 'transaction', payload: aTransaction },
  ]),
  anEnvelope([
    { type: 'user_report', payload: { event_id: '0a'.repeat(16), name: 'Ada', comments: 'It broke' } },
    { type: 'feedback', payload: { contexts: { feedback: { message: 'without an id of its own' } } } },
  ]),
  anEnvelope([anError(12, otherError('SyntaxError')), anError(13, { user: { id: 'ada' } })]),
]

let root: string
let template: DigestOrder
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hindcast-crash-'))
  template = await prepare(join(root, 'template'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** A folder whose log holds a batch that no store has yet. */
async function prepare(folder: string): Promise<DigestOrder> {
  const stores = await openFolderWithSpool(folder)
  const { spool, records } = stores
  const now = MOMENT
  const { id: organizationId } = await records.organizations.create({ slug: 'main', name: 'Main', now })
  const { project } = await records.projects.create({
    organizationId,
    name: 'Shop',
    platform: undefined,
    now,
  })
  await records.projects.updateSettings(project.id, { ...project.settings, spansPerHour: 1000 })
  let receivedAt = MOMENT
  const append = (body: Uint8Array, projectId = project.id) =>
    spool.append(aReceipt({ projectId, receivedAt: (receivedAt += MINUTE_MS) }), body)

  for (const body of EARLIER) await append(body)
  await digestFolder(stores, { folder, committed: spool.status().committed })
  const query = { sort: 'first_seen', limit: 1 } as const
  const { issues } = await records.issues.page({ projectIds: [project.id] }, query)
  await records.issues.change([{ id: issues[0]!.id, status: 'resolved' }], MOMENT + 3 * MINUTE_MS)

  for (const body of BATCH) await append(body)
  await append(anEnvelope([anError(20)]), '999')
  const costly = await append(anEnvelope([anError(21, { message: 'too costly' })]))
  await append(anEnvelope([anError(22, { message: 'about to be damaged' })]))
  await append(anEnvelope([anError(23, { release: 'shop@3' })]))
  const { committed } = spool.status()
  await stores.close()
  await spool.close()
  await damage(join(folder, 'spool'), 'about to be damaged')
  return { folder, committed, costly }
}

async function openFolderWithSpool(folder: string) {
  const dir = join(folder, 'spool')
  const limits = { limitBytes: 1e9, reserveBytes: 0, segmentBytes: 1e6, retryAfterSeconds: 30 }
  const spool = await openFileSpool({ dir, ...limits, now: () => MOMENT, log: silentLog })
  return { ...(await openFolder(folder)), spool }
}

async function damage(dir: string, words: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const bytes = await readFile(join(dir, name)).catch(() => Buffer.alloc(0))
    const at = bytes.indexOf(words)
    if (at === -1) continue
    bytes[at] = 0
    await writeFile(join(dir, name), bytes)
  }
}

/** Lets a process digest a copy of the template until it dies, before the write of that number or behind the last. */
async function crash(name: string, dieBefore?: number): Promise<{ order: DigestOrder; said: string }> {
  const folder = join(root, name)
  await cp(template.folder, folder, { recursive: true })
  const order = { ...template, folder }
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ ...order, dieBefore })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaints, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  expect(signal, complaints).toBe('SIGKILL')
  return { order, said }
}

async function replay(order: DigestOrder): Promise<FolderContent> {
  const stores = await openFolder(order.folder)
  await digestFolder(stores, order)
  await stores.close()
  return contentOf(order.folder)
}

/** The first write at which the files are as no write before found them: between the others a crash changes nothing. */
function distinctPoints(points: readonly WritePoint[]): ReadonlyMap<number, string> {
  const states = new Set<string>()
  const distinct = new Map<number, string>()
  for (const [index, { write, state }] of points.entries()) {
    if (states.has(state)) continue
    states.add(state)
    distinct.set(index, write)
  }
  return distinct
}

/** What two folders differ in, by table or file. */
function differences(found: FolderContent, expected: FolderContent): Record<string, unknown> {
  const names = new Set([...found.keys(), ...expected.keys()])
  const differing = [...names].flatMap((name) => {
    const [a, b] = [found, expected].map((content) => (content.get(name) ?? []).map(textOf))
    const missing = b!.filter((row) => !a!.includes(row))
    const extra = a!.filter((row) => !b!.includes(row))
    const same = found.has(name) === expected.has(name) && a!.length === b!.length
    return same && missing.length + extra.length === 0 ? [] : [[name, { missing, extra }] as const]
  })
  return Object.fromEntries(differing)
}

/**
 * Some things follow the borders of batches: which documents share a block, which healthy sessions a row, the numbers
 * of what happened to different issues, and from where thinning out goes on.
 */
function withoutLayout(content: FolderContent): FolderContent {
  const kept = [...content].filter(([name]) => !name.endsWith('_blocks'))
  return new Map(
    kept.map(([name, rows]) => [
      name,
      name.endsWith(' sessions')
        ? summed(rows)
        : rows.filter((row) => !isThinning(row)).map((row) => withoutPlace(name, row)),
    ]),
  )
}

/** Says where the last batch began. */
function isThinning({ name }: Row): boolean {
  return typeof name === 'string' && name.startsWith('thinning.')
}

function withoutPlace(name: string, { block_id: _block, id, ...row }: Row): Row {
  return name.endsWith(' issue_happenings') ? row : { ...row, id }
}

function summed(rows: readonly Row[]): readonly Row[] {
  const groups = Map.groupBy(rows, ({ seq: _seq, quantity: _quantity, ...row }) => textOf(row))
  return Array.from(groups, ([session, same]) => ({
    session,
    quantity: same.reduce((sum, { quantity }) => sum + Number(quantity), 0),
  }))
}

describe('a batch whose writing a crash cut off', () => {
  it(
    '[PL95] is stored as if nothing had happened, before whichever write the process died',
    { timeout: 600_000 },
    async () => {
      const whole = await crash('whole')
      const writes = JSON.parse(whole.said) as readonly WritePoint[]
      expect(new Set(writes.map(({ write }) => write.split(':')[0]))).toEqual(
        new Set(['file', 'sqlite', 'duckdb', 'nothing']),
      )
      const points = distinctPoints(writes)
      const expected = await replay(whole.order)
      const failed: Record<string, unknown> = {}
      for (const [point, write] of points) {
        const { order } = await crash(`point-${point}`, point)
        const copy = { ...order, folder: `${order.folder}-one-by-one`, isOneByOne: true }
        await cp(order.folder, copy.folder, { recursive: true })
        const inOne = differences(await replay(order), expected)
        const oneByOne = differences(withoutLayout(await replay(copy)), withoutLayout(expected))
        if (Object.keys({ ...inOne, ...oneByOne }).length > 0)
          failed[`before ${point}, ${write}`] = { inOne, oneByOne }
        await Promise.all([order, copy].map(({ folder }) => rm(folder, { recursive: true, force: true })))
      }
      expect(failed).toEqual({})
    },
  )
})
