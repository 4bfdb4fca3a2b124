export interface AuditSearch {
  /** Id of the person or token that did it. */
  readonly who?: string
  /** What it was done to. */
  readonly what?: string
  /** What was done. */
  readonly done?: string
}
