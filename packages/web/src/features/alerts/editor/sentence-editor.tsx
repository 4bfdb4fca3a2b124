import type { AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Select } from '#ui/forms/select.tsx'
import { EVERY } from './draft.ts'
import { ForPart } from './for-part.tsx'
import { duration } from '#features/alerts/rule-words.ts'
import { TellPart } from './tell-part.tsx'
import type { useNames } from '#features/alerts/use-names.ts'
import { WhenPart } from './when-part.tsx'

interface Props {
  readonly rule: AlertRule
  readonly known: ReturnType<typeof useNames>
  readonly onChange: (rule: AlertRule) => void
}

/** The form is written as a sentence, with the controls inside it. */
export function SentenceEditor({ rule, known, onChange }: Props) {
  return (
    <div className="grid gap-3 text-form">
      <Line>
        <Trans>
          When <WhenPart rule={rule} onChange={onChange} />
        </Trans>
      </Line>
      <Line>
        <Trans>
          for <ForPart rule={rule} projects={known.projects} onChange={onChange} />
        </Trans>
      </Line>
      <Line>
        <Trans>
          notify <TellPart rule={rule} {...known} onChange={onChange} />
        </Trans>
      </Line>
      {known.channels.length === 0 && (
        <p className="text-meta text-muted">
          <Trans>
            To notify Slack, Discord, mailing lists or webhooks, add a{' '}
            <Link to="/alerts/channels" className="text-accent underline">
              channel
            </Link>{' '}
            first.
          </Trans>
        </p>
      )}
      <Line>
        <Trans>
          at most once every <EveryPart rule={rule} onChange={onChange} />
        </Trans>
      </Line>
    </div>
  )
}

function EveryPart({ rule, onChange }: Omit<Props, 'known'>) {
  const { t } = useLingui()
  return (
    <Select
      label={t`Minimum time between notifications`}
      className="font-strong"
      value={rule.every}
      onChange={({ target }) => onChange({ ...rule, every: Number(target.value) })}
    >
      {everyChoices(rule.every).map((minutes) => (
        <option key={minutes} value={minutes}>
          {duration(minutes)}
        </option>
      ))}
    </Select>
  )
}

/** What a program chose stays a choice. */
function everyChoices(chosen: number): readonly number[] {
  return [...new Set([...EVERY, chosen])].toSorted((a, b) => a - b)
}

function Line({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">{children}</div>
}
