import type { AuditEntry } from '#domain/people/audit.ts'

export interface StoredAuditEntry extends Omit<AuditEntry, 'verb' | 'target' | 'actor'> {
  readonly position: number
  readonly actor: { readonly kind: string; readonly id: string | undefined; readonly name: string }
  readonly verb: string
  readonly target: { readonly kind: string; readonly id: string | undefined; readonly name: string }
}

export interface AuditFilter {
  readonly actorId?: string | undefined
  readonly kind?: string | undefined
  readonly verb?: string | undefined
  /** From this moment. */
  readonly since?: number | undefined
  /** Before this moment. */
  readonly until?: number | undefined
}

/** The audit log. Entries are added and expire, but never change. */
export interface AuditRecords {
  /** In this order. */
  add(entries: readonly AuditEntry[]): Promise<void>
  /** Latest first, in the order of insertion, independent of the clock. */
  page(
    organizationId: string,
    filter: AuditFilter,
    options: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<{ readonly entries: readonly StoredAuditEntry[]; readonly next: string | undefined }>
  /** Answers how many were removed. */
  expire(before: number): Promise<number>
}
