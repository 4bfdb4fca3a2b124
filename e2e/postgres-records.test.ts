import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '../packages/server/src/domain/log.ts'
import { asking, askWithin, cancelled } from '../packages/server/src/domain/question.ts'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { openPool } from '../packages/server/src/stores/records/postgres/connections.ts'
import { openPostgresReader } from '../packages/server/src/stores/records/postgres/postgres-reader.ts'
import { openPostgresRecords } from '../packages/server/src/stores/records/postgres/postgres.ts'
import type {
  DigestBatch,
  DigestedEvent,
  RecordStore,
} from '../packages/server/src/stores/records/records.ts'
import { anEvent } from '../packages/server/src/stores/records/records.contract.ts'
import type { RepeatingKysely } from '../packages/server/src/stores/records/sql/repeating.ts'
import { shareReaders, type Readers } from '../packages/server/src/stores/records/sql/readers.ts'
import { eventually } from './harness/eventually.ts'
import { createMigrated } from './harness/migrated-database.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'

let server: TestPostgres
let migrated: string
let url: string
const opened: RecordStore[] = []
beforeAll(async () => {
  server = await openPostgres()
  migrated = await createMigrated(server)
})
afterAll(() => server.close())
afterEach(async () => {
  server.mend()
  for (const store of opened.splice(0)) await store.close()
  server.drop(url)
})

async function open(log: Log = silentLog): Promise<RecordStore> {
  const store = await openPostgresRecords({ url, log, served: true })
  opened.push(store)
  return store
}

/** Two nodes on one new database with an organization and some projects. */
async function twoNodes(projects = 1) {
  url = await server.create(migrated)
  const [one, other] = [await open(), await open()]
  const { id } = await one.organizations.create({ slug: 'acme', name: 'Acme', now: 1 })
  const ids: string[] = []
  for (let made = 0; made < projects; made += 1) {
    const input = { organizationId: id, name: `Shop ${made}`, platform: undefined, now: 1 }
    ids.push((await one.projects.create(input)).project.id)
  }
  return { one, other, organizationId: id, projectIds: ids }
}

function batchOf(spoolId: string, events: ReadonlyArray<Partial<DigestedEvent>>, from = 0): DigestBatch {
  const to = from + events.length
  return {
    spoolId,
    from,
    to,
    events: events.map((event, index) => anEvent({ ...event, seq: from + index })),
    counts: [],
  }
}

describe('records in a database that speaks German', () => {
  it('[RS100] compares and orders text by its bytes', async () => {
    const { one, projectIds } = await twoNodes()
    const names = ['b', 'ä', 'B', 'a', 'Z', '_']
    const view = { list: 'issues', query: '', sort: '', columns: [], shared: true, createdAt: 1 } as const
    for (const name of names)
      await one.savedViews.create({ ...view, name, projectId: projectIds[0]!, ownerId: undefined })
    const listed = await one.savedViews.list(projectIds[0]!, undefined)
    expect(listed.map(({ name }) => name)).toEqual(['B', 'Z', '_', 'a', 'b', 'ä'])
    const columns = await server.query(
      url,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`,
    )
    expect(columns).toEqual([])
  })

  it('[RS101] looks for text that it could not store, and finds nothing', async () => {
    const { one, organizationId } = await twoNodes()
    expect(await one.projects.bySlug(organizationId, 'a\0b')).toBeUndefined()
    expect(await one.issues.byIds(['1\0', '\ud800'])).toEqual([])
    const batch = batchOf('a', [{ projectId: 'a\0b' }, { fingerprint: '\ud800', projectId: 'a\0b' }])
    expect((await one.digest.apply(batch)).issueIds.size).toBe(0)
  })

  it('[RS102] refuses an integer that no number can hold, instead of rounding it', async () => {
    const { one } = await twoNodes()
    await server.query(url, `update organizations set created_at = 9007199254740993`)
    await expect(one.organizations.list()).rejects.toThrow(/too large: 9007199254740993/)
  })
})

describe('a database that is away', () => {
  it('[RS103] is said in a sentence without the password, and used again when it is back', async () => {
    const lines: string[] = []
    const note = (message: string, fields?: object) => void lines.push(message + JSON.stringify(fields ?? {}))
    url = await server.create(migrated)
    const store = await open({ debug: note, info: note, warn: note, error: note })
    await store.facts.set('a', '1')
    server.cut()
    const asked = [store.facts.get('a'), store.facts.set('a', '2'), store.issues.count({ projectIds: ['1'] })]
    for (const outcome of await Promise.allSettled([...asked, store.projects.createOnce('x', ANY)])) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'store_unavailable',
          message: 'The records are not available: the database can’t be reached.',
        },
      })
    }
    server.mend()
    expect(await store.facts.get('a')).toBe('1')
    expect(await store.issues.count({ projectIds: ['1'] })).toBe(0)
    expect(lines.join('\n')).not.toContain('very-secret')
  })

  it.each([
    ['nobody listens there', (to: URL) => void (to.port = '1'), 'can’t be reached'],
    ['its host is unknown', (to: URL) => void (to.hostname = 'no-such-host.invalid'), 'can’t be reached'],
    ['it does not exist', (to: URL) => void (to.pathname = '/nothing'), 'the database does not exist'],
    ['its user does not exist', (to: URL) => void (to.username = 'eve'), 'refuses the user or the password'],
  ])('[RS103] is not opened where %s, and says so', async (_, change, words) => {
    url = await server.create(migrated)
    const wrong = new URL(url)
    change(wrong)
    const opening = openPostgresRecords({ url: wrong.href, log: silentLog })
    await expect(opening).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(words) as string,
    })
    await expect(opening).rejects.not.toThrow(/very-secret/)
  })
})

const ANY = { organizationId: '1', name: 'Shop', platform: undefined, now: 1 }

describe('reads that take long', () => {
  let readers: Readers
  let pool: ReturnType<typeof openPool>
  async function openReaders(ownDeadlineMs = 60_000, number = 2) {
    url = await server.create(migrated)
    pool = openPool(url, silentLog, 2)
    const all = Array.from({ length: number }, () => openPostgresReader(url, pool, silentLog))
    readers = shareReaders(all, { perRequester: 1, ownDeadlineMs })
  }
  afterEach(async () => {
    await readers.close()
    await pool.end()
  })
  const endless = () => readers.run('select pg_sleep(3600)', [])
  const short = () => readers.run('select 1::bigint as one', [])
  const running = () =>
    server.query(
      url,
      `select pid from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'
                       and datname = current_database()`,
    )

  it('[RS104] are ended in the database when their time is up, and leave their connection to others', async () => {
    await openReaders()
    const slow = ['a', 'b', 'c'].map((requester) => askWithin(requester, { deadlineMs: 200 }, endless))
    for (const end of await Promise.allSettled(slow))
      expect(end).toMatchObject({ reason: { code: 'too_slow' } })
    expect(await short()).toEqual([{ one: 1 }])
    await eventually('the reads to end', async () => ((await running()).length === 0 ? true : undefined))
  })

  it('[RS104] have a deadline of their own', async () => {
    await openReaders(200)
    await expect(endless()).rejects.toMatchObject({ code: 'too_slow' })
    expect(await short()).toEqual([{ one: 1 }])
  })

  it('[RS104] are ended when the client leaves, and never end the statement that comes next', async () => {
    await openReaders(60_000, 1)
    for (let round = 0; round < 10; round += 1) {
      const gone = new AbortController()
      const read = asking({ requester: 'a', signal: gone.signal }, endless)
      const next = short()
      setTimeout(() => gone.abort(cancelled()), round * 5)
      await expect(read).rejects.toMatchObject({ code: 'cancelled' })
      expect(await next).toEqual([{ one: 1 }])
    }
    await eventually('the reads to end', async () => ((await running()).length === 0 ? true : undefined))
  })

  it('[RS104] fail alone when their connection is lost', async () => {
    await openReaders()
    const slow = endless()
    const failed = expect(slow).rejects.toMatchObject({ code: 'store_unavailable' })
    await eventually('the read to begin', async () => ((await running()).length > 0 ? true : undefined))
    server.cut()
    await failed
    server.mend()
    expect(await short()).toEqual([{ one: 1 }])
  })
})

describe('two nodes on one database', () => {
  it('[RS105] create the tables once when they start at the same time', async () => {
    url = await server.create()
    const [one, other] = await Promise.all([open(), open()])
    await one.facts.set('a', '1')
    expect(await other.facts.get('a')).toBe('1')
  })

  it('[RS106] make one issue and one trigger of an error that is new to both, and count every event', async () => {
    const { one, other, projectIds } = await twoNodes()
    const [projectId] = projectIds as [string]
    const rounds = 30
    const digest = async (store: RecordStore, spoolId: string) => {
      for (let round = 0; round < rounds; round += 1)
        await store.digest.apply(
          batchOf(
            spoolId,
            [`new ${round}`, 'old', `new ${round}`].map((fingerprint) => ({ projectId, fingerprint })),
            round * 3,
          ),
        )
    }
    await Promise.all([digest(one, 'a'), digest(other, 'b')])
    const { issues } = await one.issues.page({ projectIds }, { sort: 'events', limit: 100 })
    expect(issues).toHaveLength(rounds + 1)
    expect(issues[0]).toMatchObject({ eventCount: 2 * rounds })
    expect(new Set(issues.slice(1).map(({ eventCount }) => eventCount))).toEqual(new Set([4]))
    expect(issues.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: rounds + 1 }, (_, index) => index + 1),
    )
    const triggers = await other.happenings.since(0, 1_000)
    expect(triggers).toHaveLength(rounds + 1)
    expect(new Set(triggers.map(({ issueId }) => issueId)).size).toBe(rounds + 1)
  })

  it('[RS111] claim an event id for one of their spools, until that spool goes on', async () => {
    const { one, other } = await twoNodes()
    const claim = (store: RecordStore, spoolId: string, positions: readonly number[], projectId = '1') =>
      store.digest.claim!(
        spoolId,
        positions.map((position) => ({ projectId, eventId: `event ${position % 1000}`, position })),
      )
    expect(await claim(one, 'a', [1, 2, 3])).toEqual(new Set())
    // The same batch again, after a crash, with other ends.
    expect(await claim(other, 'a', [1, 2, 3, 4])).toEqual(new Set())
    expect(await claim(other, 'b', [1003, 1004, 1005])).toEqual(new Set(['1/event 3', '1/event 4']))
    expect(await claim(other, 'c', [2003], '2')).toEqual(new Set())
    expect(await claim(one, 'a', [5, 6])).toEqual(new Set(['1/event 5']))
    expect(await claim(other, 'd', [3, 6])).toEqual(new Set(['1/event 6']))
  })

  it('[RS111] give each of many ids that both claim at the same moment to one of them', async () => {
    const { one, other } = await twoNodes()
    const events = Array.from({ length: 2500 }, (_, position) => ({
      projectId: '1',
      eventId: `event ${position}`,
      position,
    }))
    for (let round = 0; round < 3; round += 1) {
      const at = events.map((event) => ({ ...event, position: event.position + round * events.length }))
      const [taken, refused] = await Promise.all([
        one.digest.claim!('a', at),
        other.digest.claim!('b', at.toReversed()),
      ])
      expect([...taken, ...refused]).toHaveLength(events.length)
      expect(new Set([...taken, ...refused]).size).toBe(events.length)
    }
  })

  it('[RS106] lose no event while issues are merged, resolved and expired meanwhile', async () => {
    const { one, other, projectIds } = await twoNodes(2)
    const batches = 40
    const digest = async (store: RecordStore, spoolId: string, order: 1 | -1) => {
      for (let batch = 0; batch < batches; batch += 1) {
        const events = projectIds.flatMap((projectId) =>
          ['a', 'b', 'c'].map((fingerprint) => ({ projectId, fingerprint, receivedAt: 10_000 + batch })),
        )
        await store.digest.apply(
          batchOf(spoolId, order === 1 ? events : events.toReversed(), batch * events.length),
        )
      }
    }
    const command = async () => {
      for (let turn = 0; turn < 15; turn += 1) {
        const { issues } = await one.issues.page(
          { projectIds: [projectIds[0]!] },
          { sort: 'last_seen', limit: 10 },
        )
        const [first, second] = issues
        if (first === undefined || second === undefined) continue
        await (turn % 2 === 0
          ? other.issues.change([{ id: first.id, status: 'resolved' }], 20_000 + turn).catch(unlessGone)
          : other.merging.merge(first.id, [second.id], 20_000 + turn).catch(unlessGone))
        await one.issues.expire(projectIds[1]!, 5_000)
      }
    }
    await Promise.all([digest(one, 'a', 1), digest(other, 'b', -1), command()])
    for (const projectId of projectIds) {
      const { issues } = await one.issues.page({ projectIds: [projectId] }, { sort: 'events', limit: 10 })
      expect(issues.reduce((sum, { eventCount }) => sum + eventCount, 0)).toBe(2 * 3 * batches)
    }
    expect(await one.digest.watermark('a')).toBe(batches * 6)
  })

  it('[RS107] wait for a batch of the same project only, and for every command', async () => {
    const { one, other, projectIds } = await twoNodes(2)
    const [first, second] = projectIds as [string, string]
    const waiting = (number: number) =>
      eventually('the others to wait', async () => {
        const rows = await server.query(
          url,
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length === number ? true : undefined
      })
    const holder = openPool(url, silentLog, 1)
    const client = await holder.connect()
    await client.query(`begin; select id from projects where id = '${first}' for update`)
    const held = one.digest.apply(batchOf('a', [{ projectId: first }]))
    await waiting(1)
    await other.digest.apply(batchOf('b', [{ projectId: second }]))
    const same = other.digest.apply(batchOf('b', [{ projectId: first }], 1))
    await waiting(2)
    const command = other.preferences.update('nobody', () => '{}')
    const refused = expect(command).rejects.toMatchObject({ code: 'not_found' })
    await waiting(3)
    await client.query('rollback')
    client.release()
    await holder.end()
    await Promise.all([held, same, refused])
    expect(await one.issues.count({ projectIds })).toBe(2)
  })

  it.each(['40P01', '40001'])(
    '[RS108] run a transaction again as a whole when the database ended it with %s',
    async (code) => {
      const { one } = await twoNodes()
      await one.facts.set('first', '1')
      // A sequence does not go back with the transaction: the first attempt fails, the second does not.
      await server.query(
        url,
        `create sequence attempts;
         create function fail_once() returns trigger language plpgsql as $$ begin
           if nextval('attempts') = 1 then raise exception using errcode = '${code}'; end if;
           return new;
         end $$;
         create trigger fail_once before update on facts for each row execute function fail_once()`,
      )
      let attempts = 0
      await (one.accounts.db as RepeatingKysely).transaction().execute(async (transaction) => {
        attempts += 1
        await transaction
          .insertInto('facts')
          .values({ name: `attempt ${attempts}`, value: '' })
          .execute()
        await transaction.updateTable('facts').set({ value: 'ours' }).where('name', '=', 'first').execute()
      })
      expect(attempts).toBe(2)
      expect(await one.facts.get('first')).toBe('ours')
      expect([await one.facts.get('attempt 1'), await one.facts.get('attempt 2')]).toEqual([undefined, ''])
    },
  )

  it('[RS110] hear of each other’s changes when these are there to be read, whoever made them', async () => {
    const { one, other, organizationId, projectIds } = await twoNodes()
    const heard: string[] = []
    other.news.hear((news) => void heard.push(news.kind === 'changed' ? news.table : news.kind))
    // Heard in the order of the commits: what was done before is behind us when this arrives.
    const settle = async () => {
      await one.news.tell('now')
      await eventually('what was told', async () => (heard.includes('told') ? true : undefined))
      return heard.splice(0).slice(0, -1)
    }
    await settle()
    const before = other.accessVersion()
    await one.keys.create({ projectId: projectIds[0]!, label: 'Second', now: 2 })
    await one.routes.addRule(projectIds[0]!, '/cart/:id', 2, 10)
    await server.query(url, `update members set role = role; update organizations set name = name`)
    await one.digest.apply(batchOf('a', [{ projectId: projectIds[0]! }]))
    await one.projects.rename(projectIds[0]!, 'Shop!')
    // Neither what is written as it was nor what a digest counts.
    expect(await settle()).toEqual(['project_keys', 'route_revisions', 'projects'])
    expect(other.accessVersion()).toBeGreaterThan(before)
    expect(await other.projects.byId(projectIds[0]!)).toMatchObject({ name: 'Shop!', organizationId })
  })

  it('[RS110] hear what others tell, not what they tell themselves, and that they missed something', async () => {
    const { one, other } = await twoNodes()
    const heard: unknown[] = []
    const own: unknown[] = []
    other.news.hear((news) => void heard.push(news))
    one.news.hear((news) => void own.push(news))
    await one.news.tell({ hello: 'wörld' })
    const message = await eventually('the message', async () =>
      heard.find((news) => (news as { kind: string }).kind === 'told'),
    )
    expect(message).toEqual({ kind: 'told', message: { hello: 'wörld' } })
    server.cut()
    await expect(one.news.tell('lost')).rejects.toMatchObject({ code: 'store_unavailable' })
    server.mend()
    await eventually('the connection', async () =>
      heard.some((news) => (news as { kind: string }).kind === 'missed') ? true : undefined,
    )
    await one.news.tell('again')
    await eventually('the message after it', async () =>
      heard.some((news) => (news as { message?: unknown }).message === 'again') ? true : undefined,
    )
    expect(own.filter((news) => (news as { kind: string }).kind === 'told')).toEqual([])
  })
})

function unlessGone(error: unknown): void {
  if ((error as { code?: string }).code !== 'not_found') throw error
}
