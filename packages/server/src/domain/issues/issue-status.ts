export const ISSUE_STATUSES = ['unresolved', 'resolved', 'ignored'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** `regressed`: was resolved and came back. `escalating`: far more events than usual. */
export const ISSUE_SUBSTATUSES = ['new', 'ongoing', 'regressed', 'escalating'] as const
export type IssueSubstatus = (typeof ISSUE_SUBSTATUSES)[number]
