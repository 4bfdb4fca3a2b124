/** A line in the history of an issue: what happened to it beside its events. */
export interface IssueActivity {
  readonly at: number
  /**
   * `mapped`: its own events became readable. `moved_…`: so did those of another issue, or those that left. `merged`: the
   * other issue became part of it; `split_…`: a part of it became, or was part of, the other issue.
   */
  readonly kind: 'mapped' | 'moved_in' | 'moved_out' | 'merged' | 'split_out' | 'split_off'
  readonly events: number
  /** The other issue, by its number within the project; it may be gone by now. */
  readonly otherIssue: number | undefined
  /** Whoever merged or parted; undefined where a map or a token did it, or the person is gone. */
  readonly personId: string | undefined
}

export interface ReadActivity extends IssueActivity {
  /** The issue that the other one's number leads to now, which is another one once it was merged; undefined: gone. */
  readonly otherIssueId: string | undefined
}
