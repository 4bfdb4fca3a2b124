import type { AlertTell } from '@hindcast/contract/alerts/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '#product/alerts/alert-queries.ts'
import { teamsQuery, membersQuery } from '#product/people/people-queries.ts'
import type { Names } from './rule-words.ts'
import { projectsQuery } from '#product/session/session-queries.ts'

interface Choice {
  readonly id: string
  readonly name: string
}

/** Whom and what an alert can name. */
export function useNames() {
  const { t } = useLingui()
  const projects = useQuery(projectsQuery).data
  const channels = useQuery(channelsQuery).data?.channels
  const members = useQuery(membersQuery).data
  const teams = useQuery(teamsQuery).data
  const people = members?.map(({ id, name, email }): Choice => ({ id, name: name || email }))
  /** An alert keeps what it names, also once that was deleted. */
  const find = (list: readonly Choice[] | undefined, id: string, gone: string) =>
    list === undefined ? '…' : (list.find((one) => one.id === id)?.name ?? gone)
  const names: Names = {
    project: (id) => find(projects, id, t`a deleted project`),
    told(tell: AlertTell) {
      if (!('id' in tell)) return tell.kind === 'assignee' ? t`the assignee` : t`everyone following the issue`
      const list = { channel: channels, member: people, team: teams }[tell.kind]
      return find(list, tell.id, t`a removed member`)
    },
  }
  return {
    names,
    projects: projects ?? [],
    channels: channels ?? [],
    people: people ?? [],
    teams: teams ?? [],
  }
}
