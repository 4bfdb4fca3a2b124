import type { RouteRule } from '@hindcast/contract/routes/registry.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { notify } from '#lib/state/notices.ts'
import { RuleForm } from './rule-form.tsx'
import type { RuleChanges } from './use-rule-changes.ts'

interface Props {
  readonly project: string
  readonly rules: readonly RouteRule[]
  readonly changes: RuleChanges
  readonly mayChange: boolean
}

/** In the order in which they are tried. */
export function RuleList({ project, rules, changes, mayChange }: Props) {
  const { t } = useLingui()
  const [edited, edit] = useState<string>()
  if (rules.length === 0)
    return (
      <p className="px-3 py-3 text-muted">
        <Trans>
          No rules. Routes are named by the manifest of the release, the SDK and learned patterns.
        </Trans>
      </p>
    )
  return (
    <ol className="divide-y divide-line" aria-label={t`Rules`}>
      {rules.map((rule, index) =>
        edited === rule.id ? (
          <li key={rule.id}>
            <RuleForm
              project={project}
              pattern={rule.pattern}
              word={t`Save rule`}
              busy={changes.busy}
              onSave={async (pattern) => {
                if (pattern !== rule.pattern) await changes.replace(rule, pattern)
                edit(undefined)
              }}
              onCancel={() => edit(undefined)}
            />
          </li>
        ) : (
          <li key={rule.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2">
            <span className="w-6 shrink-0 text-subtle tabular-nums">{index + 1}</span>
            <span className="code min-w-0 flex-1 basis-40 break-all">{rule.pattern}</span>
            {mayChange && (
              <RuleActions
                rule={rule}
                changes={changes}
                isFirst={index === 0}
                isLast={index === rules.length - 1}
                onEdit={() => edit(rule.id)}
              />
            )}
          </li>
        ),
      )}
    </ol>
  )
}

interface ActionProps {
  readonly rule: RouteRule
  readonly changes: RuleChanges
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onEdit: () => void
}

function RuleActions({ rule, changes, isFirst, isLast, onEdit }: ActionProps) {
  const { t } = useLingui()
  const { pattern } = rule
  const attempt = (work: Promise<void>) =>
    void work.catch(() => notify({ tone: 'failed', text: t`Couldn’t change rule ${pattern}.` }))
  return (
    <span className="flex flex-wrap gap-1">
      <Button
        kind="quiet"
        aria-label={t`Move ${pattern} up`}
        disabled={isFirst}
        busy={changes.busy}
        onClick={() => attempt(changes.move(rule, -1))}
      >
        ↑
      </Button>
      <Button
        kind="quiet"
        aria-label={t`Move ${pattern} down`}
        disabled={isLast}
        busy={changes.busy}
        onClick={() => attempt(changes.move(rule, 1))}
      >
        ↓
      </Button>
      <Button kind="quiet" aria-label={t`Edit ${pattern}`} busy={changes.busy} onClick={onEdit}>
        <Trans>Edit</Trans>
      </Button>
      <Button
        kind="quiet"
        aria-label={t`Delete ${pattern}`}
        busy={changes.busy}
        onClick={() => attempt(changes.remove(rule))}
      >
        <Trans>Delete</Trans>
      </Button>
    </span>
  )
}
