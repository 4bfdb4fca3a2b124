import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'

const DAY_MS = 86_400_000

/**
 * Fills the stores of a folder that no server uses, with SQL of their engines: events of 30 days over issues of very
 * different size. Nothing but the columns and the issues: the documents of ten million events would take an hour.
 */
export async function fillStores(
  dataDir: string,
  size: { readonly events: number; readonly issues: number },
): Promise<void> {
  const now = Date.now()
  fillIssues(join(dataDir, 'records.sqlite'), size.issues, now)
  const instance = await DuckDBInstance.create(join(dataDir, 'telemetry.duckdb'), { memory_limit: '2GB' })
  const connection = await instance.connect()
  await connection.run(`
    insert into events select
      n, 1, md5(n::varchar), 1 + floor(${size.issues} * pow(random(), 3))::bigint,
      ${now - 30 * DAY_MS} + floor(n * ${30 * DAY_MS}.0 / ${size.events})::bigint,
      ${now - 30 * DAY_MS} + floor(n * ${30 * DAY_MS}.0 / ${size.events})::bigint,
      'error', 'error', 'TypeError: x', 'cart.tsx', 'TypeError', 'x', '/[locale]/cart', 'javascript', 'production',
      'shop@4.' || (n % 30), null, 'user' || floor(random() * 50000)::varchar, 'Chrome 156', 'Windows', null,
      'https://shop.example.com/de/cart', 'sentry.javascript.react', false, null, ''
    from range(${size.events}) as numbers(n)`)
  await connection.run('checkpoint')
  connection.closeSync()
  instance.closeSync()
}

function fillIssues(file: string, issues: number, now: number): void {
  const db = new DatabaseSync(file)
  db.exec('begin')
  const insert = db.prepare(`insert into issues
    (id, project_id, number, status, substatus, status_changed_at, level, title, culprit, type, value, platform,
     first_seen, last_seen, event_count, first_release, last_release, search_text)
    values (?, '1', ?, 'unresolved', 'ongoing', 0, 'error', ?, 'cart.tsx', 'TypeError', 'x', 'javascript', ?, ?, 100, null, null, ?)`)
  for (let number = 1; number <= issues; number++) {
    const title = `TypeError: field${number} is undefined`
    insert.run(String(number), number, title, now - 30 * DAY_MS, now - number * 20, title.toLowerCase())
  }
  db.exec('commit')
  db.close()
}
