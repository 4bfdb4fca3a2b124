import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGroupingCalls } from '../packages/server/src/app/threads/grouping-calls.ts'
import { createGrouper, createLocalGrouping } from '../packages/server/src/app/threads/grouping.ts'
import { makeDataFolder } from '../packages/server/src/app/data-folder.ts'
import { DEFAULT_PROJECT_SETTINGS } from '../packages/server/src/domain/projects/project.ts'
import type { StoredEvent } from '../packages/server/src/stores/telemetry/telemetry.ts'
import { lateMapsJob } from '../packages/server/src/product/source-maps/jobs/late-maps.ts'
import { UNLIMITED } from '../packages/server/src/digest/item-budget.ts'
import { createStackMaps } from '../packages/server/src/digest/kinds/errors/map-items.ts'
import { digestInParts } from '../packages/server/src/digest/testing/digest.ts'
import { waitingEvent } from '../packages/server/src/digest/kinds/errors/waiting-event.ts'
import { openDuckDbTelemetry } from '../packages/server/src/stores/telemetry/duckdb/telemetry-store.ts'
import { readFileBlobs } from '../packages/server/src/stores/blobs/files/blob-store.ts'
import { openSqliteRecords } from '../packages/server/src/stores/records/sqlite/sqlite.ts'
import { createSymbolicator } from '../packages/server/src/symbols/symbolicator.ts'
import { mappedEnvelope, uploadLargeMap } from './symbols.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

export interface RegroupResult {
  readonly regroupedPerSecond: number
  /** Without and with maps, of a stack of 20 frames that was asked for before. */
  readonly groupingMicroseconds: { readonly sent: number; readonly mapped: number }
}

/** Events that came before a map of 5 MB: how fast they find their issue once it is there. In one thread, opening included. */
export async function regroupRate(count: number): Promise<RegroupResult> {
  const data = await mkdtemp(join(tmpdir(), 'hindcast-regroup-'))
  const folder = await makeDataFolder(data)
  const records = await openSqliteRecords({ file: folder.records, log: silent })
  const telemetry = await openDuckDbTelemetry({ dir: data, now: Date.now, log: silent })
  const { artifacts } = records
  const symbolicator = createSymbolicator({ artifacts, blobs: readFileBlobs(folder.artifacts) })
  const main = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  await records.projects.create({ organizationId: main.id, name: 'Shop', platform: undefined, now: 1 })

  const maps = createStackMaps({ symbolicator, artifacts, now: Date.now })
  const digested = Array.from({ length: count }, (_, n) => digestOne(n))
  const items = (await maps.begin(UNLIMITED)(digested)).map((event) => waitingEvent(event))
  const batch = { spoolId: 's', from: 0, to: count * 2, counts: [], raw: [] }
  const { issueIds } = await records.digest.apply({ ...batch, events: items.map(({ record }) => record) })
  const events = items.map(({ row, record }) =>
    Object.assign(row, { issueId: issueIds.get(`1/${record.fingerprint}`)!, storedAt: Date.now() }),
  )
  await telemetry.append({ ...batch, events })

  await uploadLargeMap(data, Date.now())
  const job = lateMapsJob({
    records,
    telemetry,
    symbolicator,
    grouper: createGrouper(createLocalGrouping()),
    changed: () => {},
    now: Date.now,
    log: silent,
  })
  const started = performance.now()
  await job.run(new AbortController().signal)
  const seconds = (performance.now() - started) / 1000
  const groupingMicroseconds = await groupingCost(await telemetry.get('1', events[0]!.eventId), symbolicator)
  await telemetry.close()
  await records.close()
  await rm(data, { recursive: true, force: true })
  return { regroupedPerSecond: count / seconds, groupingMicroseconds }
}

function digestOne(n: number) {
  const { id, body } = mappedEnvelope(n)
  const receipt = {
    receivedAt: Date.now(),
    projectId: '1',
    keyId: 'k',
    form: 'envelope',
    eventId: id,
  } as const
  const record = { position: n * 2, next: n * 2 + 2, receipt, body: Buffer.from(body) }
  return digestInParts(record, { spoolId: 's', settings: DEFAULT_PROJECT_SETTINGS, filters: [] }).events[0]!
}

async function groupingCost(
  stored: StoredEvent | undefined,
  symbolicator: ReturnType<typeof createSymbolicator>,
): Promise<RegroupResult['groupingMicroseconds']> {
  const calls = createGroupingCalls()
  const ask = calls.ask(stored!)!
  const answer = await symbolicator.symbolicate(ask)
  const cost = (given: typeof answer) => {
    const rounds = 2000
    const started = performance.now()
    for (let round = 0; round < rounds; round++) calls.regroup(stored!, ask, given, DEFAULT_PROJECT_SETTINGS)
    return ((performance.now() - started) / rounds) * 1000
  }
  cost(answer)
  return { sent: cost([]), mapped: cost(answer) }
}
