import type { AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { levelName } from '#product/issues/level-mark.tsx'
import { Chosen, type Choice } from './chosen.tsx'
import { isAboutIssues, wordsOf } from './draft.ts'

type Level = AlertRule['for']['levels'][number]
const LEVELS: readonly Level[] = ['fatal', 'error', 'warning', 'info', 'debug']

interface Props {
  readonly rule: AlertRule
  readonly projects: readonly Choice[]
  readonly onChange: (rule: AlertRule) => void
}

export function ForPart({ rule, projects, onChange }: Props) {
  const { t } = useLingui()
  const { for: scope } = rule
  const change = (part: Partial<AlertRule['for']>) => onChange({ ...rule, for: { ...scope, ...part } })
  const levels = LEVELS.map((level) => ({ id: level, name: levelName(level) }))
  return (
    <>
      <Chosen
        label={t`Projects`}
        none={t`every project`}
        add={t`and…`}
        choices={[{ name: t`Projects`, of: projects }]}
        chosen={projects.filter(({ id }) => scope.projectIds.includes(id))}
        onChange={(projectIds) => change({ projectIds })}
      />
      <Chosen
        label={t`Levels`}
        none={t`any level`}
        add={t`or…`}
        choices={[{ name: t`Levels`, of: levels }]}
        chosen={levels.filter(({ id }) => scope.levels.includes(id))}
        onChange={(ids) => change({ levels: ids as Level[] })}
      />
      <span className="inline-flex min-w-0 items-center gap-2">
        <Trans>
          in{' '}
          <Words
            label={t`Environments`}
            placeholder={t`any environment`}
            value={scope.environments.join(', ')}
            onChange={(text) => change({ environments: wordsOf(text) })}
          />
        </Trans>
      </span>
      {isAboutIssues(rule.when) && (
        <span className="inline-flex min-w-0 items-center gap-2">
          <Trans>
            matching{' '}
            <Words
              label={t`Search query the issue must match`}
              placeholder={t`any issue, or a search query`}
              wide
              value={scope.query}
              onChange={(query) => change({ query: query.trim() })}
            />
          </Trans>
        </span>
      )}
    </>
  )
}

interface WordsProps {
  readonly label: string
  readonly placeholder: string
  readonly wide?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Keeps what is typed as it is typed: a comma at the end means that another word follows. */
function Words({ label, placeholder, wide = false, value, onChange }: WordsProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    setTyped((before) => (wordsOf(before).join(', ') === wordsOf(value).join(', ') ? before : value))
  }, [value])
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      className={`min-h-7 min-w-0 rounded-control border border-line-strong bg-surface px-2 text-fg ${wide ? 'w-72' : 'w-44'}`}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value)
      }}
    />
  )
}
