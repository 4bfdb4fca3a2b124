import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'

const DAY_MS = 86_400_000
const DAYS = 30
/** One a day, as a team that deploys daily has. */
const RELEASES = DAYS

export const LATEST = `shop@4.${RELEASES - 1}.0`

export interface ReleasesSize {
  readonly events: number
  readonly issues: number
  readonly sessions: number
}

/** Fills the stores of a folder that no server uses: a release a day for 30 days, each with its events and sessions. */
export async function fillReleases(dataDir: string, size: ReleasesSize): Promise<void> {
  const start = Date.now() - DAYS * DAY_MS
  fillRecords(join(dataDir, 'records.sqlite'), size.issues, start)
  const instance = await DuckDBInstance.create(join(dataDir, 'telemetry.duckdb'), { memory_limit: '2GB' })
  const connection = await instance.connect()
  const at = (count: number) => `${start} + floor(n * ${DAYS * DAY_MS}.0 / ${count})::bigint`
  const release = (count: number) => `'shop@4.' || floor(n * ${RELEASES}.0 / ${count})::int || '.0'`
  await connection.run(`
    insert into events (seq, project_id, event_id, issue_id, received_at, occurred_at, kind, level, title, culprit, type,
      value, platform, environment, release, user_key, handled, tags)
    select n, 1, md5(n::varchar), 1 + floor(${size.issues} * pow(random(), 3))::bigint, ${at(size.events)},
      ${at(size.events)}, 'error', 'error', 'TypeError: x', 'cart.tsx', 'TypeError', 'x', 'javascript', 'production',
      ${release(size.events)}, 'user' || floor(random() * 50000)::varchar, false, ''
    from range(${size.events}) as numbers(n)`)
  // As the store keeps them: the beginning of each, for its user, and what did not go well.
  for (const [status, session, quantity, where] of [
    ['0', 'null', '1', 'true'],
    ['4', 'n * 7919', '0', 'n % 100 = 0'],
  ] as const)
    await connection.run(`
      insert into sessions select n, 1, ${at(size.sessions)}, ${at(size.sessions)}, ${release(size.sessions)},
        'production', ${session}, hash(n) % 200000, ${status}, ${quantity}
      from range(${size.sessions}) as numbers(n) where ${where}`)
  await connection.run('checkpoint')
  connection.closeSync()
  instance.closeSync()
}

function fillRecords(file: string, issues: number, start: number): void {
  const db = new DatabaseSync(file)
  db.exec('begin')
  const insert = db.prepare(`insert into issues
    (id, project_id, number, status, substatus, status_changed_at, level, title, culprit, type, value, platform,
     first_seen, last_seen, event_count, first_release, last_release, search_text)
    values (?, '1', ?, 'unresolved', 'ongoing', 0, 'error', ?, 'cart.tsx', 'TypeError', 'x', 'javascript', ?, ?, 100, ?, ?, ?)`)
  for (let number = 1; number <= issues; number++) {
    const title = `TypeError: field${number} is undefined`
    const first = `shop@4.${number % 500 === 0 ? number % RELEASES : 0}.0`
    insert.run(
      String(number),
      number,
      title,
      start,
      start + DAYS * DAY_MS,
      first,
      LATEST,
      title.toLowerCase(),
    )
  }
  const organization = db.prepare(`select organization_id as id from projects where id = '1'`).get()!['id']!
  for (let day = 0; day < RELEASES; day++) {
    const key = [organization, `shop@4.${day}.0`] as const
    const seen = start + day * DAY_MS
    db.prepare(
      `insert into releases (organization_id, version, status, created_at) values (?, ?, 'open', ?)`,
    ).run(...key, seen)
    db.prepare(`insert into release_projects values (?, ?, '1', ?, ?)`).run(...key, seen, seen + DAY_MS)
  }
  db.exec('commit')
  db.close()
}

/** Milliseconds for what the page of a release asks for at once. */
export async function verdictDelays(
  get: (path: string) => Promise<unknown>,
  project: string,
  rounds: number,
): Promise<{ readonly verdict: readonly number[]; readonly list: readonly number[] }> {
  const base = `/api/v1/projects/${project}/releases`
  const time = async (path: string) => {
    const started = performance.now()
    await get(path)
    return performance.now() - started
  }
  const verdict: number[] = []
  const list: number[] = []
  for (let round = 0; round < rounds; round++) {
    const version = `shop@4.${RELEASES - 1 - (round % 10)}.0`
    verdict.push(await time(`${base}/${version}/verdict`))
    list.push(await time(base))
  }
  return { verdict, list }
}
