import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { hindcastJson } from './children.ts'
import { errorEnvelope } from './envelopes.ts'
import { EMBEDDED, type Form } from './form.ts'
import { apiGet, digestedEvents, type Installation, uninstall } from './installation.ts'
import { delaysOf, figureOf, percentile } from './statistics.ts'

/** Events that are sent: each with a digest of its own, and some that share one. */
const ALONE = 300
const TOGETHER = 400
const SHARED = 'shared-1170966708'
const ROUNDS = 100

/** A digest, an event id and a text that nothing has, pasted where as many others are stored. */
export async function benchLookup(form: Form, quick: boolean): Promise<void> {
  const stored = quick ? 1_000_000 : 10_000_000
  const large = await form.install(async (data) => {
    // Opens, and so makes, the telemetry store.
    hindcastJson(['doctor', '--json', '--data', data])
    fillIdentifiers(join(data, 'vault.sqlite'), stored)
  })
  const ids = await sendFailures(large)
  const lookUp = (text: string) => apiGet<Found>(large, `/api/v1/lookup?text=${encodeURIComponent(text)}`)
  const one = async (round: number) => expectKind(await lookUp(`Digest: ${digestOf(round % ALONE)}`), 'event')
  const questions: ReadonlyArray<readonly [string, (round: number) => Promise<unknown>]> = [
    ['a digest of one event', one],
    [`a digest of ${TOGETHER} events`, async () => expectKind(await lookUp(SHARED), 'digest')],
    ['an event id', async (round) => expectKind(await lookUp(ids[round % ALONE]!), 'event')],
    [
      'a number that nothing has',
      async (round) => expectKind(await lookUp(`ERROR ${1e9 + round}`), undefined),
    ],
    [`the page of that digest`, () => apiGet(large, `/api/v1/digests/${SHARED}`)],
    [
      'that event',
      (round) => apiGet(large, `/api/v1/projects/${large.project}/events/${ids[round % ALONE]}`),
    ],
  ]
  for (const [what, ask] of questions) {
    const delays = await delaysOf(ROUNDS, ask)
    form.report({
      what: `look-up over HTTP, ${stored / 1e6} M digests and events: ${what}`,
      figure: figureOf(delays),
      bar: 'p95 < 50 ms (at 10 M)',
      value: percentile(delays, 0.95),
    })
  }
  await uninstall(large)
}

interface Found {
  readonly found: ReadonlyArray<{ readonly kind: string }>
}

function expectKind({ found }: Found, kind: string | undefined): void {
  if (found[0]?.kind !== kind) throw new Error(`found ${found[0]?.kind} instead of ${kind}`)
}

const digestOf = (number: number): string => String(2_000_000_000 + number)

async function sendFailures(installation: Installation): Promise<readonly string[]> {
  const ids: string[] = []
  for (let sent = 0; sent < ALONE + TOGETHER; sent += 1) {
    const digest = sent < ALONE ? digestOf(sent) : SHARED
    const { id, body } = errorEnvelope({ bug: sent % 100, tags: { 'nextjs.digest': digest } })
    const address = `${installation.server.url.origin}${installation.path}`
    const { status } = await fetch(address, { method: 'POST', body: body.toString() })
    if (status !== 200) throw new Error(`an event was answered with ${status}`)
    ids.push(id)
  }
  while ((await digestedEvents(installation)) < ids.length) await sleep(100)
  return ids
}

/** Ids and digests of events whose documents are not there: how long it takes to open one does not depend on others. */
function fillIdentifiers(file: string, count: number): void {
  const db = new DatabaseSync(file)
  const now = Date.now()
  db.exec(`pragma synchronous = off; pragma cache_size = -1000000; begin;
    create temp table numbered as
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select n, randomblob(16) as id from numbers;
    insert into event_ids (project_id, event_id, position, block_id, spool)
      select 1, id, n, 0, 0 from numbered order by id;
    insert into identifiers (project_id, kind, value, received_at, spool_id, seq, event_id)
      select 1, 'digest', printf('%010d', n), ${now} - n, '', n, id from numbered order by n;
    drop table numbered; commit`)
  db.close()
}

if (import.meta.main) await benchLookup(EMBEDDED, process.argv.includes('--quick'))
