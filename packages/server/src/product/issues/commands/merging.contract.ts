import { hash } from 'node:crypto'
import type { LateEvent, RecordStore } from '#stores/records/records.ts'
import { anEvent as aRecord } from '#stores/records/records.contract.ts'
import { anEvent as aRow, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'
import type { AppendedEvent, EventRevision, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createMoveOutbox } from './move-outbox.ts'

export const FINGERPRINTS = 6
const fingerprintOf = (n: number) => hash('sha256', `fingerprint ${n}`).slice(0, 32)
const UNDESCRIBED = { leaving: undefined, staying: undefined }

export interface MergeWorld {
  readonly records: RecordStore
  readonly telemetry: TelemetryStore
}

/**
 * The real stores beside the least that could be true of them: which fingerprint each event has, and which issue each
 * fingerprint leads to. Only tests import this file.
 */
export async function createMergeModel(
  { records, telemetry }: MergeWorld,
  projectId: string,
  nextSeq: () => number,
) {
  const fingerprintOfEvent = new Map<number, number>()
  const issueOf = new Map<number, string>()
  const onTheWay: AppendedEvent[] = []
  let untold: readonly EventRevision[] = []
  let regrouped = false
  const moves = createMoveOutbox({ records, telemetry, changed() {}, log })
  const eventsOf = (fingerprint: number) =>
    [...fingerprintOfEvent.values()].filter((own) => own === fingerprint).length
  const ownOf = (issueId: string) => [...issueOf].filter(([, own]) => own === issueId).map(([n]) => n)
  const countOf = (issueId: string) => ownOf(issueId).reduce((sum, n) => sum + eventsOf(n), 0)
  const live = () => [...new Set(issueOf.values())].filter((id) => countOf(id) > 0).sort()
  const pick = (n: number) => live()[n % Math.max(live().length, 1)]

  function expectSame(what: string, got: unknown, wanted: unknown): void {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)]
    if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`)
  }

  function arrive(fingerprint: number, issueId: string): void {
    const known = issueOf.get(fingerprint)
    if (known !== undefined) expectSame(`issue of ${fingerprint}`, issueId, known)
    else if (live().includes(issueId)) throw new Error(`${fingerprint} joined an issue that is not its own`)
    issueOf.set(fingerprint, issueId)
  }

  async function send(n: number): Promise<void> {
    const seq = nextSeq()
    const fingerprint = fingerprintOf(n)
    const record = aRecord({ seq, projectId, fingerprint, receivedAt: 1_000 + seq })
    const spool = { spoolId: `spool ${seq}`, from: 0, to: seq + 1 }
    const { issueIds, created } = await records.digest.apply({ ...spool, events: [record], counts: [] })
    const issueId = issueIds.get(`${projectId}/${fingerprint}`)!
    if (issueOf.has(n) && created.length > 0) throw new Error(`${n} was called new`)
    arrive(n, issueId)
    fingerprintOfEvent.set(seq, n)
    const row = aRow({ seq, projectId, issueId, receivedAt: record.receivedAt })
    const grouping = { ...row.document.grouping, fingerprint }
    onTheWay.push({ ...row, fingerprint, document: { ...row.document, grouping } })
  }

  async function append(): Promise<void> {
    const event = onTheWay.shift()
    if (event === undefined) return
    const spool = { spoolId: `spool ${event.seq}`, from: 0, to: event.seq + 1 }
    await telemetry.append({ ...spool, events: [event], raw: [] })
  }

  async function merge(a: number, b: number): Promise<void> {
    const [into, from] = [pick(a), pick(b)]
    if (into === undefined || from === undefined || into === from) return
    await records.merging.merge(into, [from], 9)
    for (const n of ownOf(from)) issueOf.set(n, into)
  }

  async function unmerge(a: number, chosen: readonly number[]): Promise<void> {
    const issueId = pick(a)
    if (issueId === undefined) return
    const own = ownOf(issueId)
    const leaving = own.filter((n) => chosen.includes(n))
    const leave = leaving.filter((n) => eventsOf(n) > 0)
    const stay = own.filter((n) => !chosen.includes(n) && eventsOf(n) > 0)
    const work = records.merging.unmerge(issueId, leaving.map(fingerprintOf), UNDESCRIBED, 9)
    if (leave.length === 0 || stay.length === 0) {
      const refused = await work.then(
        () => false,
        () => true,
      )
      return expectSame('refused', refused, true)
    }
    const { issueId: split } = await work
    if (live().includes(split)) throw new Error('what was parted came to another issue')
    for (const n of leave) issueOf.set(n, split)
    await followEmpty()
  }

  /** Where a fingerprint that no event has goes is the store's to say; which events follow it is not. */
  async function followEmpty(): Promise<void> {
    for (const id of live()) {
      for (const { fingerprint } of await records.merging.fingerprints(id, 99)) {
        const n = Array.from({ length: FINGERPRINTS }, (_, index) => index).find(
          (one) => fingerprintOf(one) === fingerprint,
        )!
        if (eventsOf(n) === 0) issueOf.set(n, id)
      }
    }
  }

  /** A late source map changes an event's fingerprint during a merge. */
  async function regroup(event: number, n: number, between: () => Promise<void>): Promise<void> {
    await tellRevisions()
    const seqs = [...fingerprintOfEvent.keys()].filter((seq) => onTheWay.every((row) => row.seq !== seq))
    const seq = seqs[event % Math.max(seqs.length, 1)]
    const stored = seq === undefined ? undefined : await telemetry.get(projectId, eventIdOf(seq))
    if (
      seq === undefined ||
      stored === undefined ||
      stored.document.grouping.fingerprint === fingerprintOf(n)
    )
      return
    await between()
    const source = issueOf.get(fingerprintOfEvent.get(seq)!)!
    const { title, culprit, document, eventId } = stored
    const fingerprint = fingerprintOf(n)
    const grouping = { ...document.grouping, fingerprint }
    const late: LateEvent = {
      ...aRecord({ seq, projectId, fingerprint, receivedAt: stored.receivedAt }),
      issueId: stored.issueId,
      before: document.grouping,
      revision: { projectId, eventId, seq, title, culprit, grouping, awaited: [] },
    }
    const { revisions } = await records.regrouping.regroup([late], 9)
    regrouped = true
    untold = revisions
    arrive(n, revisions[0]!.issueId)
    fingerprintOfEvent.set(seq, n)
    const target = issueOf.get(n)!
    if (source !== target && countOf(source) === 0) for (const own of ownOf(source)) issueOf.set(own, target)
  }

  async function tellRevisions(): Promise<void> {
    await telemetry.revise(untold)
    await records.regrouping.told(untold)
    untold = []
  }

  async function settle(): Promise<void> {
    while (onTheWay.length > 0) await append()
    await tellRevisions()
    await moves.tell()
  }

  async function check(): Promise<void> {
    await settle()
    const counts = Object.fromEntries(live().map((id) => [id, countOf(id)]))
    const { issues } = await records.issues.page(
      { projectIds: [projectId] },
      { sort: 'first_seen', limit: 99 },
    )
    const byId = issues.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expectSame('counted', Object.fromEntries(byId.map(({ id, eventCount }) => [id, eventCount])), counts)
    const scope = { projectId, range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
    const { values } = await telemetry.breakdown(scope, { by: 'issue', measure: 'events', limit: 99 })
    const sorted = values.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    expectSame('listed', Object.fromEntries(sorted.map(({ key, count }) => [key, count])), counts)
    for (const [seq, n] of fingerprintOfEvent) {
      const stored = await telemetry.get(projectId, eventIdOf(seq))
      expectSame(`issue of event ${seq}`, stored?.issueId, issueOf.get(n))
    }
    if (!regrouped) for (const issue of issues) checkTimes(issue)
    for (const n of issueOf.keys()) await send(n)
    await settle()
  }

  function checkTimes({
    id,
    firstSeen,
    lastSeen,
  }: {
    id: string
    firstSeen: number
    lastSeen: number
  }): void {
    const seqs = [...fingerprintOfEvent].filter(([, n]) => issueOf.get(n) === id).map(([seq]) => seq)
    expectSame('seen', [firstSeen, lastSeen], [1_000 + Math.min(...seqs), 1_000 + Math.max(...seqs)])
  }

  return { send, append, merge, unmerge, regroup, check, tell: () => moves.tell() }
}

const log = { debug() {}, info() {}, warn() {}, error() {} }
