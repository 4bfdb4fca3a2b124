import { Trans, useLingui } from '@lingui/react/macro'
import { INPUT } from '#ui/forms/text-field.tsx'
import {
  type KeptDraft,
  MOST_DAYS,
  MOST_ITEMS,
  readOptional,
  type RetentionDraft,
  STORED_KINDS,
  type StoredKind,
} from './retention-draft.ts'

interface Props {
  readonly kinds: RetentionDraft['kinds']
  /** Of the kinds that have none of their own. */
  readonly days: string
  readonly onChange: (kind: StoredKind, kept: KeptDraft) => void
}

/** What is kept longer, shorter or less of than the rest. */
export function KindRetentionTable({ kinds, days, onChange }: Props) {
  const names = useKindNames()
  return (
    <table className="w-full max-w-120 border-separate border-spacing-x-2 border-spacing-y-1 text-left">
      <thead>
        <tr className="text-meta text-muted">
          <th scope="col">
            <Trans>Data</Trans>
          </th>
          <th scope="col">
            <Trans>Days</Trans>
          </th>
          <th scope="col">
            <Trans>At most</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {STORED_KINDS.map((kind) => (
          <KindRow
            key={kind}
            name={names[kind]}
            kept={kinds[kind]}
            days={days}
            onChange={(kept) => onChange(kind, kept)}
          />
        ))}
      </tbody>
    </table>
  )
}

function useKindNames(): Readonly<Record<StoredKind, string>> {
  const { t } = useLingui()
  return {
    errors: t`Errors`,
    spans: t`Spans`,
    sessions: t`Sessions`,
    feedback: t`Feedback`,
    raw: t`Kept as sent`,
  }
}

interface RowProps {
  readonly name: string
  readonly kept: KeptDraft
  readonly days: string
  readonly onChange: (kept: KeptDraft) => void
}

function KindRow({ name, kept, days, onChange }: RowProps) {
  const { t } = useLingui()
  return (
    <tr>
      <th scope="row" className="pr-2 font-normal whitespace-nowrap">
        {name}
      </th>
      <td>
        <NumberCell
          label={t`Days to keep: ${name}`}
          placeholder={days}
          most={MOST_DAYS}
          value={kept.days}
          onChange={(value) => onChange({ ...kept, days: value })}
        />
      </td>
      <td>
        <NumberCell
          label={t`Number to keep: ${name}`}
          placeholder={t`No limit`}
          most={MOST_ITEMS}
          value={kept.items}
          onChange={(value) => onChange({ ...kept, items: value })}
        />
      </td>
    </tr>
  )
}

interface CellProps {
  readonly label: string
  readonly placeholder: string
  readonly most: number
  readonly value: string
  readonly onChange: (value: string) => void
}

function NumberCell({ label, placeholder, most, value, onChange }: CellProps) {
  const { t } = useLingui()
  const isWrong = readOptional(value, most) === undefined
  return (
    <input
      className={INPUT}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      title={isWrong ? t`Enter a whole number from 1 to ${most}.` : undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
