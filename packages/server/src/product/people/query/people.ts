import type { Person } from '#domain/people/person.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { Team } from '#domain/people/team.ts'
import type { AuditFilter, StoredAuditEntry } from '#stores/records/audit.ts'
import type { Invitation } from '#stores/records/invitations.ts'
import type { Member } from '#stores/records/members.ts'
import type { RecordStore } from '#stores/records/records.ts'

/** Everything that is asked about who belongs to what, and who changed what. */
export interface PeopleQueries {
  members(organization: Organization): Promise<readonly Member[]>
  invitations(organization: Organization): Promise<readonly Invitation[]>
  organization(id: string): Promise<Organization | undefined>
  people(ids: readonly string[]): Promise<readonly Person[]>
  teams(organization: Organization): Promise<readonly Team[]>
  teamsOf(project: Project): Promise<readonly Team[]>
  audit(
    organization: Organization,
    filter: AuditFilter,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<{ readonly entries: readonly StoredAuditEntry[]; readonly next: string | undefined }>
}

export function createPeopleQueries(
  records: Pick<RecordStore, 'organizations' | 'people' | 'members' | 'invitations' | 'teams' | 'audit'>,
  now: () => number,
): PeopleQueries {
  return {
    members: ({ id }) => records.members.list(id),
    invitations: ({ id }) => records.invitations.list(id, now()),
    organization: async (id) =>
      (await records.organizations.list()).find((organization) => organization.id === id),
    people: (ids) => records.people.byIds(ids),
    teams: ({ id }) => records.teams.list(id),
    teamsOf: ({ id }) => records.teams.ofProject(id),
    audit: ({ id }, filter, page) => records.audit.page(id, filter, page),
  }
}
