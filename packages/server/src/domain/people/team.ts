/** Some of the members, and the projects they look after. Every member sees every project, in a team or not. */
export interface Team {
  readonly id: string
  readonly organizationId: string
  readonly slug: string
  readonly name: string
  readonly createdAt: number
  readonly memberIds: readonly string[]
  readonly projectIds: readonly string[]
}
