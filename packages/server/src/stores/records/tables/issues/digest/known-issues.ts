import { storedIssue, unstoredIssue, type BatchIssue, type NewBatchIssue } from './batch-issue.ts'
import type { Group } from './digest-groups.ts'
import type { FoundIssue } from './digest-statements.ts'
import {
  countedRow,
  emptyRow,
  firstVersion,
  nameOf,
  ownFingerprint,
  type AddedFingerprint,
} from './fingerprint-rows.ts'
import { storable } from '#stores/records/sql/text.ts'

/** What a fingerprint leads to. */
interface Lead {
  readonly issue: BatchIssue
  /** The issue that the fingerprint was merged with. */
  readonly cameFrom: string | null
}

/** The issues that a batch may be about, and what it adds to them. Nothing here asks the database. */
export class KnownIssues {
  readonly #leads = new Map<string, Lead>()
  readonly #issues = new Map<string, BatchIssue>()
  readonly added: AddedFingerprint[] = []

  /** Takes what was found. */
  read(rows: readonly FoundIssue[]): void {
    for (const { project_id, version, fingerprint, came_from, type, value, ...columns } of rows) {
      const issue = this.#issues.get(columns.id) ?? storedIssue(columns)
      if (type !== undefined && value !== undefined) issue.message = { type, value }
      this.#issues.set(columns.id, issue)
      this.#leads.set(nameOf({ project_id, version, fingerprint }), { issue, cameFrom: came_from })
    }
  }

  byId(id: string): BatchIssue | undefined {
    return this.#issues.get(id)
  }

  byName(name: string): BatchIssue | undefined {
    return this.#leads.get(name)?.issue
  }

  find(group: Group): BatchIssue | undefined {
    return this.byName(nameOf(ownFingerprint(group)))
  }

  /**
   * The issue that these events had while their maps were missing becomes theirs, unless another bug was first; and so
   * does the one that an earlier version of the grouping gave them.
   */
  claim(group: Group): BatchIssue | undefined {
    const lead =
      group.unmapped === undefined ? this.#ofEarlier(group) : this.#unclaimed(group, group.unmapped, 2)
    if (lead === undefined) return undefined
    const { issue, cameFrom } = lead
    const row = group.fresh > 0 ? countedRow(group, group.fresh) : emptyRow(ownFingerprint(group))
    this.#add(issue, { ...row, came_from: cameFrom })
    return issue
  }

  /**
   * Events of the same bug whose maps are missing find it too, and events whose message says the same in other words,
   * unless their fingerprint leads elsewhere already.
   */
  create(group: Group): NewBatchIssue {
    const issue = unstoredIssue(group)
    this.#add(issue, countedRow(group, issue.columns.event_count))
    const others = group.earlier.filter(({ names }) => names).map(({ fingerprint }) => fingerprint)
    if (group.unmapped !== undefined) others.push(group.unmapped)
    for (const fingerprint of others) {
      const other = firstVersion(group.projectId, fingerprint)
      if (!this.#leads.has(nameOf(other))) this.#add(issue, emptyRow(other))
    }
    return issue
  }

  #add(issue: BatchIssue, row: AddedFingerprint['row']): void {
    this.#leads.set(nameOf(row), { issue, cameFrom: row.came_from })
    issue.versions.add(versionOf(row))
    this.added.push({ issue, row })
  }

  #ofEarlier({ projectId, version, earlier, latest }: Group): Lead | undefined {
    const isSame = ({ message }: BatchIssue) =>
      message?.type === storable(latest.type) && message.value === storable(latest.value)
    for (const { fingerprint, sameMessage, once } of earlier) {
      const lead =
        once === true
          ? this.#unclaimed({ projectId }, fingerprint, version)
          : this.#leads.get(nameOf(firstVersion(projectId, fingerprint)))
      if (lead !== undefined && (once === true || !sameMessage || isSame(lead.issue))) return lead
    }
    return undefined
  }

  /** Unless another fingerprint of that version had the issue already when it was an issue of its own. */
  #unclaimed({ projectId }: Pick<Group, 'projectId'>, fingerprint: string, version: number) {
    const lead = this.#leads.get(nameOf(firstVersion(projectId, fingerprint)))
    if (lead?.issue.versions.has(versionOf({ version, came_from: lead.cameFrom }))) return undefined
    return lead
  }
}

export function versionOf({ version, came_from }: { version: number; came_from: string | null }): string {
  return `${version}/${came_from ?? ''}`
}
