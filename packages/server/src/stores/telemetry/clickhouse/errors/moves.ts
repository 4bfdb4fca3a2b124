import type { EventSummary, IssueMove } from '#stores/telemetry/telemetry.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { changedTable } from '#stores/telemetry/clickhouse/layout.ts'
import { createBindings } from '#stores/telemetry/clickhouse/bindings.ts'
import type { Engine } from '#stores/telemetry/clickhouse/engine.ts'
import { askOf } from '#stores/telemetry/clickhouse/questions.ts'

type Placed = Pick<EventSummary, 'projectId' | 'fingerprint' | 'issueId'>

/** The issue that an event is of by now, which the writer may not know yet. */
export type CurrentIssue = (event: Placed) => string

const COLUMNS = ['project_id', 'fingerprint', 'issue_id', 'moved_to', 'version']
const keyOf = ({ projectId, fingerprint, issueId }: Placed): string =>
  `${projectId}/${issueId}/${fingerprint}`

/** What moves say about these events. */
export async function readMoves(engine: Engine, events: readonly Placed[]): Promise<CurrentIssue> {
  const places = new Map(events.map((event) => [keyOf(event), event]))
  if (places.size === 0) return ({ issueId }) => issueId
  const bind = createBindings()
  const projects = new Set(events.map(({ projectId }) => requireDecimalId(projectId)))
  const fingerprints = new Set(events.map(({ fingerprint }) => fingerprint))
  const rows = await askOf(engine)(
    `select project_id, fingerprint, issue_id, argMax(moved_to, version) as moved_to from moves
     where project_id in ${bind.integers([...projects])} and fingerprint in ${bind.texts([...fingerprints])}
     group by project_id, fingerprint, issue_id`,
    bind,
  )
  const moved = new Map(
    rows.map(({ project_id: project, fingerprint, issue_id: issue, moved_to: to }) => [
      `${String(project)}/${String(issue)}/${String(fingerprint)}`,
      String(to),
    ]),
  )
  return (event) => moved.get(keyOf(event)) ?? event.issueId
}

/** The move is written down first: from then on no event comes to the old place. */
export async function moveEvents(engine: Engine, move: IssueMove): Promise<void> {
  const { projectId, from, to, fingerprints } = move
  if (fingerprints.length === 0) return
  const [project, source, target] = [projectId, from, to].map(requireDecimalId) as [bigint, bigint, bigint]
  await writeMove(engine, { project, source, target, fingerprints })
  const bind = createBindings()
  await engine.command(
    `update ${changedTable(engine.layout, 'events')} set issue_id = ${bind.integer(target)}
     where project_id = ${bind.integer(project)} and issue_id = ${bind.integer(source)}
       and fingerprint in ${bind.texts(fingerprints)}`,
    bind,
  )
}

interface NumberedMove {
  readonly project: bigint
  readonly source: bigint
  readonly target: bigint
  readonly fingerprints: readonly string[]
}

/** Who came to the old place goes on to the new one, and who is sent to the new one is there. */
async function writeMove(
  engine: Engine,
  { project, source, target, fingerprints }: NumberedMove,
): Promise<void> {
  const bind = createBindings()
  const stored = await askOf(engine)(
    `select fingerprint, issue_id, argMax(moved_to, version) as moved_to, max(version) as version from moves
     where project_id = ${bind.integer(project)} and fingerprint in ${bind.texts(fingerprints)}
     group by fingerprint, issue_id`,
    bind,
  )
  const version = 1 + Math.max(0, ...stored.map((row) => Number(row['version'])))
  const row = (fingerprint: unknown, issue: unknown, to: bigint) =>
    [String(project), fingerprint, String(issue), String(to), version] as const
  const followers = stored
    .filter((one) => one['moved_to'] === String(source) && one['issue_id'] !== String(target))
    .map((one) => row(one['fingerprint'], one['issue_id'], target))
  const moved = fingerprints.flatMap((fingerprint) => [
    row(fingerprint, source, target),
    row(fingerprint, target, target),
  ])
  await engine.insert({
    table: 'moves',
    columns: COLUMNS,
    rows: [...followers, ...moved],
    token: crypto.randomUUID(),
    comment: 'move',
  })
}
