import type { EventRevision, Identifier } from '#stores/telemetry/telemetry.ts'
import type { Row } from '#stores/telemetry/sql/dialect.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { changedTable } from '#stores/telemetry/clickhouse/layout.ts'
import { createBindings } from '#stores/telemetry/clickhouse/bindings.ts'
import type { Engine } from '#stores/telemetry/clickhouse/engine.ts'
import { askOf } from '#stores/telemetry/clickhouse/questions.ts'
import { type Pair, identifierRows, pairsOf } from './event-tables.ts'
import { readMoves } from './moves.ts'
import { ofPlaces, whereIds } from './stored-ids.ts'

/** Texts of one statement are part of its address, which may have a megabyte. */
const STATEMENT_CHARS = 200_000

const COLUMNS = `event_id, received_at, spool_id, seq, position, issue_id, title, culprit, fingerprint, grouping, search_text,
  stack_files, stack_functions, identifiers`

/** What an event says after the revision. */
interface Revised {
  readonly row: Row
  readonly issueId: string
  readonly title: string
  readonly culprit: string
  readonly fingerprint: string
  readonly grouping: string
  readonly searchText: string | undefined
  readonly stackFiles: string | undefined
  readonly stackFunctions: string | undefined
  readonly pairs: readonly Pair[]
}

export async function reviseEvents(engine: Engine, revisions: readonly EventRevision[]): Promise<void> {
  for (const [projectId, own] of Map.groupBy(revisions, (revision) => revision.projectId)) {
    const rows = await storedRows(engine, projectId, own)
    if (rows.size === 0) continue
    const found = own.filter(({ eventId, seq }) => rows.get(eventId)?.['seq'] === String(seq))
    const issueOf = await readMoves(
      engine,
      found.map((one) => ({ ...one, fingerprint: one.grouping.fingerprint })),
    )
    const revised = found
      .map((one) => {
        const issueId = issueOf({ ...one, fingerprint: one.grouping.fingerprint })
        return revisedOf({ ...one, issueId }, rows.get(one.eventId)!)
      })
      .filter(isNews)
    await writeIdentifiers(engine, projectId, revised)
    for (const slice of slicesOf(revised)) await writeRows(engine, projectId, slice)
  }
}

async function storedRows(
  engine: Engine,
  projectId: string,
  revisions: readonly EventRevision[],
): Promise<ReadonlyMap<string, Row>> {
  const bind = createBindings()
  const ids = revisions.map(({ eventId }) => eventId)
  const where = whereIds(projectId, ids, bind)
  if (where === undefined) return new Map()
  const rows = await askOf(engine)(
    `select ${COLUMNS} from events where ${ofPlaces(`event_ids where ${where}`)}`,
    bind,
  )
  return new Map(rows.map((row) => [row['event_id'] as string, row]))
}

function revisedOf(revision: EventRevision, row: Row): Revised {
  const { grouping, searchText, stackFiles, stackFunctions } = revision
  return {
    row,
    issueId: revision.issueId,
    title: revision.title.toWellFormed(),
    culprit: revision.culprit.toWellFormed(),
    fingerprint: grouping.fingerprint,
    grouping: JSON.stringify(grouping),
    searchText: searchText?.toWellFormed(),
    stackFiles: stackFiles?.toWellFormed(),
    stackFunctions: stackFunctions?.toWellFormed(),
    pairs: pairsAfter(JSON.parse(row['identifiers'] as string) as readonly Pair[], revision),
  }
}

function pairsAfter(
  before: readonly Pair[],
  { awaited, grouping: { joined } }: EventRevision,
): readonly Pair[] {
  const known: ReadonlyArray<Identifier['kind']> = [
    'awaited_map',
    'browser_side',
    ...(joined === undefined ? [] : (['awaited_server'] as const)),
  ]
  const kept = before.filter(([kind]) => !known.some((one) => one === kind))
  const added = pairsOf([
    ...awaited.map((value) => ({ kind: 'awaited_map', value }) as const),
    ...(joined === undefined ? [] : [{ kind: 'browser_side', value: joined.eventId } as const]),
  ])
  return [...kept, ...added]
}

/** Rows that say all of it already are not written again: most events of a release had their maps from the start. */
function isNews({ row, pairs, ...revised }: Revised): boolean {
  const says = (column: string, value: string | undefined) => value === undefined || row[column] === value
  return !(
    says('issue_id', revised.issueId) &&
    says('title', revised.title) &&
    says('culprit', revised.culprit) &&
    says('fingerprint', revised.fingerprint) &&
    says('grouping', revised.grouping) &&
    says('search_text', revised.searchText) &&
    says('stack_files', revised.stackFiles) &&
    says('stack_functions', revised.stackFunctions) &&
    says('identifiers', JSON.stringify(pairs))
  )
}

/** Before the rows themselves: what breaks off here is done again from what they say. */
async function writeIdentifiers(
  engine: Engine,
  projectId: string,
  revised: readonly Revised[],
): Promise<void> {
  const change = ({ row, pairs }: Revised) => {
    const before = new Set(
      (JSON.parse(row['identifiers'] as string) as readonly Pair[]).map((pair) => pair.join()),
    )
    const after = new Set(pairs.map((pair) => pair.join()))
    return { row, pairs, before, after }
  }
  const changes = revised.map(change)
  const added = changes.flatMap(({ row, pairs, before }) =>
    pairs
      .filter((pair) => !before.has(pair.join()))
      .map((pair) => ({ event: placeOf(projectId, row), pair })),
  )
  const rows = identifierRows(added)
  if (added.length > 0) await engine.insert({ ...rows, token: crypto.randomUUID(), comment: 'revision' })
  const removed = changes.flatMap(({ row, before, after }) =>
    (JSON.parse(row['identifiers'] as string) as readonly Pair[])
      .filter((pair) => before.has(pair.join()) && !after.has(pair.join()))
      .map((pair) => ({ eventId: row['event_id'] as string, pair })),
  )
  for (const [kind, own] of Map.groupBy(removed, ({ pair }) => pair[0])) {
    const bind = createBindings()
    const eventOf = bind.texts(own.map(({ eventId, pair }) => `${eventId} ${pair[1]}`))
    await engine.command(
      `delete from ${changedTable(engine.layout, 'identifiers')}
       where project_id = ${bind.integer(requireDecimalId(projectId))} and kind = ${bind.text(kind)}
         and value in ${bind.texts(own.map(({ pair }) => pair[1]))}
         and concat(event_id, ' ', value) in ${eventOf}`,
      bind,
    )
  }
}

function placeOf(projectId: string, row: Row) {
  return {
    projectId,
    eventId: row['event_id'] as string,
    receivedAt: Number(row['received_at']),
    spoolId: row['spool_id'] as string,
    seq: Number(row['seq']),
    position: Number(row['position']),
  }
}

function slicesOf(revised: readonly Revised[]): ReadonlyArray<readonly Revised[]> {
  const slices: Revised[][] = []
  let chars = Infinity
  for (const one of revised) {
    const { row: _row, ...texts } = one
    const length = JSON.stringify(texts).length
    if (chars + length > STATEMENT_CHARS) {
      slices.push([])
      chars = 0
    }
    slices.at(-1)!.push(one)
    chars += length
  }
  return slices
}

async function writeRows(engine: Engine, projectId: string, revised: readonly Revised[]): Promise<void> {
  const bind = createBindings()
  const ids = bind.texts(revised.map(({ row }) => row['event_id'] as string))
  const of = (list: string) => `${list}[indexOf(${ids}, event_id)]`
  const text = (read: (one: Revised) => string) => of(bind.texts(revised.map(read)))
  const known = (column: string, read: (one: Revised) => string | undefined) =>
    `${column} = coalesce(${of(bind.optionalTexts(revised.map(read)))}, ${column})`
  const moments = revised.map(({ row }) => Number(row['received_at']))
  await engine.command(
    `update ${changedTable(engine.layout, 'events')} set
       issue_id = toInt64(${text(({ issueId }) => issueId)}),
       title = ${text(({ title }) => title)},
       culprit = ${text(({ culprit }) => culprit)},
       fingerprint = ${text(({ fingerprint }) => fingerprint)},
       grouping = ${text(({ grouping }) => grouping)},
       identifiers = ${text(({ pairs }) => JSON.stringify(pairs))},
       ${known('search_text', ({ searchText }) => searchText)},
       ${known('stack_files', ({ stackFiles }) => stackFiles)},
       ${known('stack_functions', ({ stackFunctions }) => stackFunctions)}
     where project_id = ${bind.integer(requireDecimalId(projectId))}
       and received_at in ${bind.integers(moments)} and event_id in ${ids}`,
    bind,
  )
}
