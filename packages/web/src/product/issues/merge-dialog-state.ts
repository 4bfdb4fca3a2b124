import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { createStore } from '@tanstack/react-store'

/** What a person has to know of an issue to say that it is the same as another. */
export type MergedIssue = Pick<IssueSummary, 'id' | 'shortId' | 'project' | 'title' | 'culprit' | 'events'>

export interface MergeRequest {
  /** The first one is kept by default. With a single issue, others are searched. */
  readonly issues: readonly MergedIssue[]
}

/** Which issues are about to be merged; the dialog is fetched when the first are. */
export const mergeDialog = createStore<MergeRequest | undefined>(undefined)
