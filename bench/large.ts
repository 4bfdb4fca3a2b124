import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { fingerprintKey } from '../packages/server/src/stores/records/tables/issues/rollups/rollup-keys.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** What the sparks of the stream can show. */
const COUNTED_DAYS = 15

/**
 * Fills the stores of a folder that no server uses, with SQL of their engines: events of 30 days over issues of very
 * different size. Nothing but the columns, the issues and what is counted of them: the documents of ten million events
 * would take an hour.
 */
export async function fillStores(
  dataDir: string,
  size: { readonly events: number; readonly issues: number },
): Promise<void> {
  const now = Date.now()
  const instance = await DuckDBInstance.create(join(dataDir, 'telemetry.duckdb'), { memory_limit: '2GB' })
  const connection = await instance.connect()
  await fillEvents(connection, size, now)
  const db = new DatabaseSync(join(dataDir, 'records.sqlite'))
  db.exec('begin')
  fillIssues(db, size.issues, now)
  await countEvents(connection, db, now)
  db.exec('commit')
  db.close()
  connection.closeSync()
  instance.closeSync()
}

async function fillEvents(
  connection: DuckDBConnection,
  size: { readonly events: number; readonly issues: number },
  now: number,
): Promise<void> {
  const received = `${now - 30 * DAY_MS} + floor(n * ${30 * DAY_MS}.0 / ${size.events})::bigint`
  await connection.run(`
    insert into events by name
    with drawn as (
      select n, 1 + floor(${size.issues} * pow(random(), 3))::bigint as issue from range(${size.events}) as numbers(n)
    )
    select
      n as seq, 1 as project_id, md5(n::varchar) as event_id, issue as issue_id,
      ${received} as received_at, ${received} as occurred_at, 'error' as kind, 'error' as level,
      'TypeError: field' || issue || ' is undefined' as title, 'cart.tsx' as culprit, 'TypeError' as type,
      'field' || issue || ' is undefined' as value, '/[locale]/cart' as transaction_name, 'javascript' as platform,
      'production' as environment, 'shop@4.' || (n % 30) as release, 'user' || floor(random() * 50000)::varchar as user_key,
      'Chrome ' || (140 + n % 9) as browser, 'Windows' as os, 'https://shop.example.com/de/cart' as url,
      'sentry.javascript.react' as sdk, false as handled, '' as tags, 'f' || issue as fingerprint,
      'handler' || issue || ' module' || (issue % 40) || '.tsx' || chr(10) ||
        'step11 module11.tsx' || chr(10) || 'step10 module10.tsx' || chr(10) || 'step9 module9.tsx' || chr(10) ||
        'fetch get /api/products/' || floor(random() * 100000)::bigint || ' 200' || chr(10) ||
        'fetch get /api/products/' || floor(random() * 100000)::bigint || ' 200' || chr(10) ||
        'ui.click button.checkout' as search_text
    from drawn`)
  await connection.run('checkpoint')
}

export function fillIssues(db: DatabaseSync, issues: number, now: number): void {
  const insert = db.prepare(`insert into issues
    (id, project_id, number, status, substatus, status_changed_at, level, title, culprit, type, value, platform,
     first_seen, last_seen, event_count, user_count, search_text)
    values (?, '1', ?, 'unresolved', 'ongoing', 0, 'error', ?, 'cart.tsx', 'TypeError', 'x', 'javascript', ?, ?, 100, 50, ?)`)
  const lead = db.prepare(
    `insert into fingerprints (project_id, version, fingerprint, issue_id, event_count, key) values ('1', 1, ?, ?, 100, ?)`,
  )
  for (let number = 1; number <= issues; number++) {
    const title = `TypeError: field${number} is undefined`
    insert.run(String(number), number, title, now - 30 * DAY_MS, now - number * 20, title.toLowerCase())
    lead.run(`f${number}`, String(number), keyOf(number))
  }
}

/** Copied row by row, because the engines cannot read each other. */
async function countEvents(connection: DuckDBConnection, db: DatabaseSync, now: number): Promise<void> {
  const insert = db.prepare(
    `insert into fingerprint_hours (key, hour, project_id, events) values (?, ?, '1', ?)`,
  )
  const counted = await connection.stream(`
    select issue_id, received_at // ${HOUR_MS} as hour, count(*) as events from events
    where received_at >= ${now - COUNTED_DAYS * DAY_MS} group by all`)
  for await (const rows of counted.yieldRowsJs())
    for (const [issue, hour, events] of rows) insert.run(keyOf(Number(issue)), Number(hour), Number(events))
}

function keyOf(number: number): number {
  return fingerprintKey({ project_id: '1', version: 1, fingerprint: `f${number}` })
}
