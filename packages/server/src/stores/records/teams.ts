import type { Team } from '#domain/people/team.ts'

export interface TeamRecords {
  /** Picks a free slug derived from the name. */
  create(input: {
    readonly organizationId: string
    readonly name: string
    readonly now: number
  }): Promise<Team>
  /** By name. */
  list(organizationId: string): Promise<readonly Team[]>
  byIds(ids: readonly string[]): Promise<readonly Team[]>
  /** Those a person is in. */
  ofUser(organizationId: string, userId: string): Promise<readonly Team[]>
  /** Those that look after a project. */
  ofProject(projectId: string): Promise<readonly Team[]>
  /**
   * One transaction; what is left out stays. `not_found` for a team, person or project that is not of the
   * organization. Answers what is there now. The slug stays: addresses and queries have it.
   */
  change(
    organizationId: string,
    id: string,
    change: {
      readonly name?: string | undefined
      readonly memberIds?: readonly string[] | undefined
      readonly projectIds?: readonly string[] | undefined
    },
  ): Promise<Team>
  delete(organizationId: string, id: string): Promise<boolean>
}
