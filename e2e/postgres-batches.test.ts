import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { openPool } from '../packages/server/src/stores/records/postgres/connections.ts'
import { openPostgresRecords } from '../packages/server/src/stores/records/postgres/postgres.ts'
import type { DigestedEvent, RecordStore } from '../packages/server/src/stores/records/records.ts'
import { anEvent } from '../packages/server/src/stores/records/records.contract.ts'
import { openCountedLine, type CountedLine } from './harness/counted-line.ts'
import { eventually } from './harness/eventually.ts'
import { createMigrated } from './harness/migrated-database.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'

let server: TestPostgres
let migrated: string
let url: string
const opened: RecordStore[] = []
const lines: CountedLine[] = []
beforeAll(async () => {
  server = await openPostgres()
  migrated = await createMigrated(server)
})
afterAll(() => server.close())
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const line of lines.splice(0)) await line.close()
  server.drop(url)
})

async function open(address: string): Promise<RecordStore> {
  const store = await openPostgresRecords({ url: address, log: silentLog })
  opened.push(store)
  return store
}

async function makeProjects(store: RecordStore, number: number): Promise<readonly string[]> {
  const { id: organizationId } = await store.organizations.create({ slug: 'acme', name: 'Acme', now: 1 })
  const ids: string[] = []
  for (let made = 0; made < number; made += 1) {
    const input = { organizationId, name: `Shop ${made}`, platform: undefined, now: 1 }
    ids.push((await store.projects.create(input)).project.id)
  }
  return ids
}

const times = <T>(number: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: number }, (_, index) => make(index))

/** Digests batches about so many issues each, and answers what each took. */
async function tripsFor(issues: number) {
  url = await server.create(migrated)
  const line = await openCountedLine(url)
  lines.push(line)
  const store = await open(line.url)
  const [projectId] = (await makeProjects(store, 1)) as [string]
  let position = 0
  const digest = async (events: ReadonlyArray<Partial<DigestedEvent>>) => {
    const from = position
    position += events.length
    const before = line.traffic().trips
    const batch = events.map((event, index) => anEvent({ projectId, ...event, seq: from + index }))
    const ids = batch.map(({ seq }) => ({ projectId, eventId: String(seq), position: seq }))
    await store.digest.claim!('a', ids)
    const counts = batch.map(({ seq }) => ({
      projectId,
      hour: 0,
      category: 'error' as const,
      outcome: 'accepted' as const,
      reason: String(seq),
      quantity: 1,
      position: seq,
    }))
    const result = await store.digest.apply({ spoolId: 'a', from, to: position, events: batch, counts })
    return { trips: line.traffic().trips - before, ...result }
  }
  const known = (receivedAt: number, change: Partial<DigestedEvent> = {}) =>
    times(issues, (index) => ({
      fingerprint: `known ${index}`,
      user: `${receivedAt}/${index}`,
      receivedAt,
      ...change,
    }))
  const see = async (at: number) => {
    const before = line.traffic().trips
    await store.releaseHealth.recordSeen(
      times(issues, (index) => ({ projectId, version: `1.${index}`, firstAt: at, lastAt: at })),
    )
    return line.traffic().trips - before
  }
  const releases = [await see(1_000), await see(1_000_000)]
  const made = await digest(known(1_000))
  const again = await digest(known(2_000))
  const resolution = { kind: 'next_release', after: { version: '1.0', firstSeen: 1 } } as const
  await store.issues.change(
    made.created.map((id) => ({ id, decision: { kind: 'resolve', resolution } as const })),
    3_000,
  )
  const returned = await digest([...known(4_000, { release: '1.1' }), ...strangers(issues)])
  return { made, again, returned, releases }
}

/** New ones, some that claim those, and some that claim what is known. */
function strangers(issues: number): ReadonlyArray<Partial<DigestedEvent>> {
  return times(issues, (index) => [
    { fingerprint: `new ${index}`, user: 'a' },
    { fingerprint: `mapped ${index}`, groupingVersion: 2, unmappedFingerprint: `new ${index}`, user: 'a' },
    {
      fingerprint: `worded ${index}`,
      groupingVersion: 3,
      earlier: { fingerprint: `known ${index}`, sameMessage: true, names: true },
      user: 'b',
    },
  ]).flat()
}

describe('a batch in PostgreSQL', () => {
  it('[RS116] takes as many round trips for hundreds of issues as for two', async () => {
    const few = await tripsFor(2)
    const many = await tripsFor(300)
    expect(many.returned.regressed).toHaveLength(300)
    expect(many.returned.created).toHaveLength(300)
    for (const kind of ['made', 'again', 'returned'] as const) {
      expect(many[kind].issueIds.size).toBeGreaterThanOrEqual(300)
      expect([kind, many[kind].trips]).toEqual([kind, few[kind].trips])
      expect(many[kind].trips).toBeLessThanOrEqual(35)
    }
    expect(many.again.trips).toBeLessThanOrEqual(20)
    expect(many.releases).toEqual(few.releases)
  })

  it('[RS117] takes numbers in one order, so that two batches of different projects never wait for each other', async () => {
    url = await server.create(migrated)
    const [one, other] = [await open(url), await open(url)]
    const [first, second] = (await makeProjects(one, 2)) as [string, string]
    const digest = (
      store: RecordStore,
      spoolId: string,
      from: number,
      events: ReadonlyArray<Partial<DigestedEvent>>,
    ) =>
      store.digest.apply({
        spoolId,
        from,
        to: from + events.length,
        events: events.map((event, index) => anEvent({ ...event, seq: from + index })),
        counts: [],
      })
    const { created } = await digest(one, 'a', 0, [{ projectId: first }])
    await one.issues.change([{ id: created[0]!, status: 'resolved' }], 2_000)
    // Sequences do not go back with a transaction that is ended and run again.
    await server.query(
      url,
      `create sequence issue; create sequence activity; create sequence happening;
       create function note() returns trigger language plpgsql as $$ begin
         perform nextval(new.name::regclass); return new;
       end $$;
       create trigger note before update on counters for each row
         when (new.name in ('issue', 'activity', 'happening')) execute function note()`,
    )
    const holder = openPool(url, silentLog, 1)
    const client = await holder.connect()
    await client.query(`begin; select value from counters where name = 'happening' for update`)
    const returned = digest(one, 'a', 1, [
      { projectId: first, receivedAt: 3_000 },
      { projectId: first, fingerprint: 'new' },
    ])
    await waiting(1)
    const made = digest(other, 'b', 0, [{ projectId: second }])
    await waiting(2)
    await client.query('rollback')
    client.release()
    await holder.end()
    expect((await returned).regressed).toEqual(created)
    expect((await made).created).toHaveLength(1)
    const taken = await server.query(
      url,
      `select (select last_value from issue) as issue, (select last_value from activity) as activity,
              (select last_value from happening) as happening`,
    )
    expect(taken).toEqual([{ issue: '2', activity: '1', happening: '2' }])
  })
})

function waiting(number: number): Promise<true> {
  return eventually('the batches to wait', async () => {
    const rows = await server.query(
      url,
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.length === number ? true : undefined
  })
}
