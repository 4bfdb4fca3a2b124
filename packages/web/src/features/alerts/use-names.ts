import type { AlertTell } from '@hindcast/contract/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../lib/alert-queries.ts'
import { teamsQuery } from '../../lib/people-queries.ts'
import { membersQuery, projectsQuery } from '../../lib/queries.ts'
import type { Names } from './rule-words.ts'

interface Choice {
  readonly id: string
  readonly name: string
}

/** Whom and what an alert can name. */
export function useNames() {
  const { t } = useLingui()
  const projects = useQuery(projectsQuery).data ?? []
  const channels = useQuery(channelsQuery).data?.channels ?? []
  const members = useQuery(membersQuery).data ?? []
  const teams = useQuery(teamsQuery).data ?? []
  const people: Choice[] = members.map(({ id, name, email }) => ({ id, name: name || email }))
  const find = (list: readonly Choice[], id: string) => list.find((one) => one.id === id)?.name ?? '…'
  const names: Names = {
    project: (id) => find(projects, id),
    told(tell: AlertTell) {
      if (!('id' in tell)) return tell.kind === 'assignee' ? t`the assignee` : t`who follows the issue`
      return find({ channel: channels, member: people, team: teams }[tell.kind], tell.id)
    },
  }
  return { names, projects, channels, people, teams }
}
