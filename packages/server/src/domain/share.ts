/** A link that shows one issue to whoever has it. */
export interface ShareLink {
  readonly id: string
  readonly issueId: string
  readonly createdBy: string | undefined
  readonly createdAt: number
}
