import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { asking, askWithin, cancelled } from '#domain/question.ts'
import { silentLog } from '#domain/testing.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Readers } from '#stores/records/sql/readers.ts'
import { openReaderThreads } from './reader-threads.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { quickFolder } from '#stores/records/testing/for-contract.ts'

const folder = quickFolder()
let files = 0
let file: string
let store: RecordStore
beforeEach(async () => {
  files += 1
  file = join(folder(), `records-${files}.sqlite`)
  store = await openTestRecords({ file, log: silentLog, readerThreads: true })
})
afterEach(() => store.close())

/** Reads rows until cancelled. */
const ENDLESS = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers)
  select count(*) as found from numbers where still_wanted(n) and n < 0`

const ask = <T>(requester: string, work: () => Promise<T>, signal = new AbortController().signal) =>
  asking({ requester, signal }, work)

describe('statements in the threads that read', () => {
  let threads: Readers
  beforeEach(() => {
    threads = openReaderThreads(file, silentLog)
  })
  afterEach(() => threads.close())
  const endless = () => threads.run(ENDLESS, [])
  const short = () => threads.run('select count(*) as found from issues where still_wanted(rowid)', [])

  it('[RS90] are ended in the engine when their time is up, and leave their thread to others', async () => {
    const slow = ['a', 'b', 'c'].map((requester) => askWithin(requester, { deadlineMs: 50 }, endless))
    const [ends, waiting] = [Promise.allSettled(slow), short()]
    for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'too_slow' } })
    expect(await waiting).toEqual([{ found: 0 }])
  })

  it('[RS90] have a default deadline', async () => {
    const own = openReaderThreads(file, silentLog, 50)
    await expect(own.run(ENDLESS, [])).rejects.toMatchObject({ code: 'too_slow' })
    await own.close()
  })

  it('[RS91] are cancelled when the client disconnects, also while queued', async () => {
    const gone = new AbortController()
    const reads = Promise.allSettled(Array.from({ length: 6 }, () => ask('a', endless, gone.signal)))
    gone.abort(cancelled())
    for (const end of await reads) expect(end).toMatchObject({ reason: { code: 'cancelled' } })
    expect(await ask('a', short)).toEqual([{ found: 0 }])
  })

  it('[RS92] let the thread that asks go on, which reads by key and writes meanwhile', async () => {
    const gone = new AbortController()
    const reads = ['a', 'b'].map((requester) => ask(requester, endless, gone.signal))
    const ends = Promise.allSettled(reads)
    await store.facts.set('written', 'meanwhile')
    expect(await store.facts.get('written')).toBe('meanwhile')
    gone.abort(cancelled())
    await ends
  })

  it('[RS93] of one requester never take all threads, and wait in a queue that ends somewhere', async () => {
    const gone = new AbortController()
    const { recordReadersPerRequester, waitingPerRequester } = LIMITS.questions
    const reads = Array.from({ length: recordReadersPerRequester + waitingPerRequester }, () =>
      ask('a', endless, gone.signal),
    )
    const ends = Promise.allSettled(reads)
    await expect(ask('a', endless)).rejects.toMatchObject({ code: 'busy' })
    expect(await ask('b', short)).toEqual([{ found: 0 }])
    gone.abort(cancelled())
    expect((await ends).every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('[RS93] of a request that changes something leave a thread to others, too', async () => {
    const own = openReaderThreads(file, silentLog)
    const { signal } = new AbortController()
    const changing = () => asking({ requester: 'a', signal, changes: true }, () => own.run(ENDLESS, []))
    const ends = Promise.allSettled([changing(), changing()])
    expect(await ask('b', () => own.run('select 1 as one', []))).toEqual([{ one: 1 }])
    await own.close()
    for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'store_unavailable' } })
  })

  it('[RS90] are ended by a close, also those that wait, and refused behind it', async () => {
    const own = openReaderThreads(file, silentLog)
    const ends = Promise.allSettled(Array.from({ length: 5 }, () => own.run(ENDLESS, [])))
    // Two of them are under way then.
    await new Promise(setImmediate)
    await own.close()
    for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'store_unavailable' } })
    await expect(own.run(ENDLESS, [])).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  it('[RS90] leave no thread behind when they are closed', async () => {
    // The last connection that closes removes the log of the file.
    const own = join(folder(), `closed-${files}.sqlite`)
    const writer = new DatabaseSync(own)
    writer.exec('pragma journal_mode = wal; create table numbers (n)')
    const readers = openReaderThreads(own, silentLog)
    await readers.run('select * from numbers', [])
    await readers.close()
    writer.close()
    expect(existsSync(`${own}-wal`)).toBe(false)
  })

  it('[RS94] that fail are explained and change nothing, and the next one is answered', async () => {
    await expect(threads.run('select nonsense', [])).rejects.toThrow(/nonsense/)
    await expect(threads.run(`delete from issues`, [])).rejects.toMatchObject({ code: 'store_unavailable' })
    // As often as there are threads: each of them must be free again.
    for (let thread = 0; thread < LIMITS.questions.recordReaders; thread += 1)
      await expect(threads.run('select 1', [Symbol('not a value')])).rejects.toThrow()
    expect(await Promise.all([short(), short()])).toEqual([[{ found: 0 }], [{ found: 0 }]])
  })

  it('[RS94] answer rows by the names of their columns', async () => {
    expect(await threads.run('select 1 as one, ? as two union all select 3, 4 order by one', ['x'])).toEqual([
      { one: 1, two: 'x' },
      { one: 3, two: 4 },
    ])
  })

  it('[RS92] run one after the other in the thread that is there, with its connection', async () => {
    await threads.run('pragma cache_size = -4321', [])
    expect(await threads.run('pragma cache_size', [])).toEqual([{ cache_size: -4321 }])
  })

  it('[RS90] that come after one that was ended are answered, however many', async () => {
    await expect(askWithin('a', { deadlineMs: 50 }, endless)).rejects.toMatchObject({ code: 'too_slow' })
    const rows = 'with numbers(n) as (values (1), (2)) select n from numbers where still_wanted(n)'
    for (let round = 0; round < 5; round += 1)
      expect(await ask('a', () => threads.run(rows, []))).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('[RS94] wait for a writer that locks the whole file', async () => {
    const plain = join(folder(), `plain-${files}.sqlite`)
    const writer = new DatabaseSync(plain)
    writer.exec('create table numbers (n); insert into numbers values (1); begin exclusive')
    const own = openReaderThreads(plain, silentLog)
    const read = own.run('select n from numbers', [])
    await new Promise((resolve) => setTimeout(resolve, 200))
    writer.exec('commit')
    expect(await read).toEqual([{ n: 1 }])
    writer.close()
    await own.close()
  })

  it('[RS94] whose thread ended fail and are logged, and the next one has a new thread', async () => {
    const missing = join(folder(), 'missing.sqlite')
    const logged: string[] = []
    const own = openReaderThreads(missing, { ...silentLog, error: (message) => logged.push(message) })
    await expect(own.run('select 1 as one', [])).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(logged).toEqual(['a thread that reads the records failed'])
    new DatabaseSync(missing).close()
    expect(await own.run('select 1 as one', [])).toEqual([{ one: 1 }])
    await own.close()
  })
})

describe('records that other threads read', () => {
  const ISSUES = 50_000

  function fill(): void {
    const database = new DatabaseSync(file)
    database.exec(`
      insert into organizations (id, slug, name, created_at) values ('o', 'main', 'Main', 1);
      insert into projects (id, organization_id, slug, name, settings, created_at, last_issue_number)
        values ('1', 'o', 'shop', 'Shop', '{}', 1, ${ISSUES});
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${ISSUES})
      insert into issues (id, project_id, number, status, substatus, status_changed_at, level, title, culprit, type,
        value, platform, first_seen, last_seen, event_count, search_text)
      select n, '1', n, 'unresolved', 'ongoing', 0, 'error', 'T', 'c', 'T', 'v', 'javascript', n, n, 1,
        'typeerror: field' || n || ' is undefined' from numbers;`)
    database.close()
  }

  it('[RS90] end a search through many issues at its deadline, with the error of any slow question', async () => {
    fill()
    const words = Array.from({ length: 20 }, (_, index) => `nowhere${index}`)
    const where = { op: 'any', of: words.map((word) => ({ op: 'text', words: [word] }) as const) } as const
    const search = () => store.issues.count({ projectIds: ['1'], where })
    // The thread is there and the statement prepared, so that the deadline falls into the search.
    await expect(askWithin('a', { deadlineMs: 60_000 }, search)).resolves.toBe(0)
    await expect(askWithin('a', { deadlineMs: 5 }, search)).rejects.toMatchObject({ code: 'too_slow' })
    expect(await store.issues.count({ projectIds: ['1'] })).toBe(ISSUES)
  })

  it('[RS92] read what was written a moment ago', async () => {
    fill()
    for (let round = 0; round < 50; round += 1) {
      const id = String(1 + round)
      await store.issues.change([{ id, status: 'resolved' }], 2)
      expect(await store.issues.count({ projectIds: ['1'], statuses: ['resolved'] })).toBe(round + 1)
    }
  })
})
