/** A line in the history of an issue: what happened to it beside its events. */
export interface IssueActivity {
  readonly at: number
  /** `mapped`: its own events became readable. The others: events came from, or went to, another issue. */
  readonly kind: 'mapped' | 'moved_in' | 'moved_out'
  readonly events: number
  /** The other issue, by its number within the project; it may be gone by now. */
  readonly otherIssue: number | undefined
}
