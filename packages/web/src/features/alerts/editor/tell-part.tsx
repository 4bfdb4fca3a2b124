import type { AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { Chosen, type Choice } from './chosen.tsx'
import { isAboutIssues, tellId, tellOf } from './draft.ts'
import type { Names } from '#features/alerts/rule-words.ts'

interface Props {
  readonly rule: AlertRule
  readonly names: Names
  readonly channels: readonly Choice[]
  readonly people: readonly Choice[]
  readonly teams: readonly Choice[]
  readonly onChange: (rule: AlertRule) => void
}

export function TellPart({ rule, names, channels, people, teams, onChange }: Props) {
  const { t } = useLingui()
  const under = (kind: string, list: readonly Choice[]) =>
    list.map(({ id, name }) => ({ id: `${kind}:${id}`, name }))
  const concerned = isAboutIssues(rule.when)
    ? [{ kind: 'assignee' } as const, { kind: 'subscribers' } as const]
    : []
  return (
    <Chosen
      label={t`Who to notify`}
      none={t`nobody yet`}
      add={t`and…`}
      choices={[
        { name: t`Channels`, of: under('channel', channels) },
        {
          name: t`Involved in the issue`,
          of: concerned.map((tell) => ({ id: tell.kind, name: names.told(tell) })),
        },
        { name: t`Teams`, of: under('team', teams) },
        { name: t`People`, of: under('member', people) },
      ]}
      chosen={rule.tell.map((tell) => ({ id: tellId(tell), name: names.told(tell) }))}
      onChange={(ids) => onChange({ ...rule, tell: ids.map(tellOf) })}
    />
  )
}
