import type { Alert, AlertTell } from '#domain/alerts/alert.ts'
import type { Firing } from '#domain/alerts/fact.ts'
import type { Addressee, Notification, NotifiedSubject } from '#domain/alerts/notification.ts'
import { reasonOf } from '#domain/alerts/reason.ts'
import { plainSentence } from '#domain/alerts/sentence.ts'
import { shortIdOf, type Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'

export type MessageRecords = Pick<
  RecordStore,
  'projects' | 'issues' | 'channels' | 'people' | 'members' | 'teams' | 'comments'
>

/** What ids of an organization's alerts are called. */
export async function namesOf(records: MessageRecords, organizationId: string) {
  const [projects, channels, members, teams] = await Promise.all([
    records.projects.list(organizationId),
    records.channels.list(organizationId),
    records.members.list(organizationId),
    records.teams.list(organizationId),
  ])
  const find = (list: ReadonlyArray<{ readonly id: string; readonly name: string }>, id: string) =>
    list.find((one) => one.id === id)?.name ?? 'somebody who is gone'
  const people = members.map(({ userId: id, name, email }) => ({ id, name: name || email }))
  return {
    projects,
    project: (id: string) => projects.find((project) => project.id === id)?.slug ?? 'a project that is gone',
    told(tell: AlertTell): string {
      if (tell.kind === 'assignee') return 'the assignee'
      if (tell.kind === 'subscribers') return 'the subscribers'
      return find({ channel: channels, member: people, team: teams }[tell.kind], tell.id)
    },
  }
}

/** The message for one addressee, about the firings that are theirs. */
export function notificationOf(
  alert: Alert,
  subjects: readonly NotifiedSubject[],
  more: number,
  context: {
    readonly at: number
    readonly names: Awaited<ReturnType<typeof namesOf>>
    readonly publicUrl: string
  },
): Notification {
  const { at, names, publicUrl } = context
  const named = LIMITS.alerts.namedPerMessage
  const address = `${publicUrl}/alerts/${alert.id}`
  return {
    kind: 'alert',
    at,
    sentence: plainSentence(alert, names),
    subjects: subjects.slice(0, named),
    more: more + Math.max(0, subjects.length - named),
    links: { mute: `${address}?mute=1`, tune: address },
  }
}

export function subjectOf(
  alert: Pick<Alert, 'when'>,
  firing: Firing,
  project: Project,
  issue: Issue | undefined,
  publicUrl: string,
): NotifiedSubject {
  return {
    at: firing.at,
    project: project.slug,
    url:
      issue === undefined
        ? `${publicUrl}/projects/${project.slug}/issues`
        : `${publicUrl}/issues/${issue.id}`,
    reason: reasonOf(alert.when, firing),
    issue: issue && {
      id: issue.id,
      shortId: shortIdOf(project.slug, issue.number),
      title: issue.title,
      culprit: issue.culprit,
      level: issue.level,
    },
  }
}

/** Recipients of an alert: for everything, or only for some issues. */
export async function addresseesOf(
  records: MessageRecords,
  { tell, organizationId }: Pick<Alert, 'tell' | 'organizationId'>,
  issues: readonly Issue[],
): Promise<ReadonlyArray<{ readonly to: Addressee; readonly issueIds: ReadonlySet<string> | 'all' }>> {
  const people = new Map<string, Set<string> | 'all'>()
  const channels = new Set<string>()
  const tellOf = (userId: string, issueId?: string) => {
    const known = people.get(userId)
    if (issueId === undefined || known === 'all') people.set(userId, 'all')
    else people.set(userId, (known ?? new Set<string>()).add(issueId))
  }
  const teams = await records.teams.list(organizationId)
  const membersOf = (teamId: string | undefined) => teams.find(({ id }) => id === teamId)?.memberIds ?? []
  for (const one of tell) {
    if (one.kind === 'channel') channels.add(one.id)
    if (one.kind === 'member') tellOf(one.id)
    if (one.kind === 'team') for (const id of membersOf(one.id)) tellOf(id)
    for (const issue of issues) {
      if (one.kind === 'assignee') {
        const assigned = issue.assigneeId === undefined ? membersOf(issue.assigneeTeamId) : [issue.assigneeId]
        for (const id of assigned) tellOf(id, issue.id)
      }
      if (one.kind === 'subscribers') {
        for (const id of await records.comments.followers(issue.id)) tellOf(id, issue.id)
      }
    }
  }
  const members = new Set((await records.members.list(organizationId)).map(({ userId }) => userId))
  const known = new Set((await records.channels.list(organizationId)).map(({ id }) => id))
  return [
    ...[...channels].filter((id) => known.has(id)).map((id) => channelOf(id)),
    ...[...people]
      .filter(([id]) => members.has(id))
      .map(([id, issueIds]) => ({ to: { kind: 'person', id } as const, issueIds })),
  ]
}

function channelOf(id: string) {
  return { to: { kind: 'channel', id } as const, issueIds: 'all' as const }
}
