import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Button, IconButton } from '#ui/base/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { INPUT } from '#ui/forms/text-field.tsx'
import { useCategoryNames, useWindowNames } from './quota-names.ts'
import { isLimit, type QuotaDraft } from './settings-rules.ts'

interface Props {
  readonly quotas: readonly QuotaDraft[]
  readonly onChange: (quotas: readonly QuotaDraft[]) => void
}

const NEW: QuotaDraft = { category: 'error', limit: '1000', windowSeconds: 3600 }

/** So many of a kind in so much time; what comes above is refused and counted. */
export function QuotaEditor({ quotas, onChange }: Props) {
  return (
    <div className="grid justify-items-start gap-2">
      {quotas.length === 0 && (
        <p className="text-muted">
          <Trans>No limits. Everything is accepted.</Trans>
        </p>
      )}
      {quotas.map((quota, index) => (
        <QuotaRow
          // A limit has no name but its place.
          key={index}
          index={index}
          quota={quota}
          onChange={(next) => onChange(quotas.with(index, next))}
          onRemove={() => onChange(quotas.toSpliced(index, 1))}
        />
      ))}
      <Button icon="plus" onClick={() => onChange([...quotas, NEW])}>
        <Trans>Add a limit</Trans>
      </Button>
    </div>
  )
}

interface RowProps {
  readonly index: number
  readonly quota: QuotaDraft
  readonly onChange: (quota: QuotaDraft) => void
  readonly onRemove: () => void
}

function QuotaRow({ index, quota, onChange, onRemove }: RowProps) {
  const { t } = useLingui()
  const id = useId()
  const number = index + 1
  const categories = useCategoryNames(quota.category)
  const windows = useWindowNames(quota.windowSeconds)
  const wrong = !isLimit(quota.limit)
  return (
    <div role="group" aria-label={t`Limit ${number}`} className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <span>
          <Trans>At most</Trans>
        </span>
        <span className="w-28">
          <input
            className={INPUT}
            aria-label={t`Number`}
            inputMode="numeric"
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? id : undefined}
            value={quota.limit}
            onChange={({ target }) => onChange({ ...quota, limit: target.value })}
          />
        </span>
        <Select
          label={t`Unit`}
          value={quota.category}
          onChange={({ target }) => onChange({ ...quota, category: target.value as QuotaDraft['category'] })}
        >
          {categories.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t`Time window`}
          value={quota.windowSeconds}
          onChange={({ target }) => onChange({ ...quota, windowSeconds: Number(target.value) })}
        >
          {windows.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        <IconButton icon="close" label={t`Remove limit ${number}`} onClick={onRemove} />
      </div>
      {wrong && (
        <span className="text-meta text-error" id={id}>
          <Trans>Enter a whole number. 0 rejects everything of this type.</Trans>
        </span>
      )}
    </div>
  )
}
