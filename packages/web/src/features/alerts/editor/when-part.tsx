import type { AlertRule, AlertWhen } from '@hindcast/contract/alerts/alerts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '#ui/forms/select.tsx'
import { WHEN_KINDS, whenOf, WINDOWS, withWhen, type WhenKind } from './draft.ts'
import { duration, whenName } from '#features/alerts/rule-words.ts'

interface Props {
  readonly rule: AlertRule
  readonly onChange: (rule: AlertRule) => void
}

type Of<Kind extends WhenKind> = Extract<AlertWhen, { readonly kind: Kind }>

interface DetailProps<Kind extends WhenKind> {
  readonly when: Of<Kind>
  readonly onChange: (when: AlertWhen) => void
}

export function WhenPart({ rule, onChange }: Props) {
  const { t } = useLingui()
  const { when } = rule
  const change = (next: AlertWhen) => onChange(withWhen(rule, next))
  return (
    <>
      <Select
        label={t`Trigger`}
        className="font-strong"
        value={when.kind}
        onChange={({ target }) => change(whenOf(target.value as WhenKind))}
      >
        {WHEN_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {whenName(kind)}
          </option>
        ))}
      </Select>
      {when.kind === 'seen' && <SeenDetails when={when} onChange={change} />}
      {when.kind === 'rate' && <RateDetails when={when} onChange={change} />}
      {when.kind === 'spike' && <SpikeDetails when={when} onChange={change} />}
    </>
  )
}

function SeenDetails({ when, onChange }: DetailProps<'seen'>) {
  const { t } = useLingui()
  return (
    <>
      <NumberBox
        label={t`Number`}
        value={when.atLeast}
        least={1}
        onChange={(atLeast) => onChange({ ...when, atLeast })}
      />
      <Select
        label={t`Unit`}
        value={when.by}
        onChange={({ target }) => onChange({ ...when, by: target.value as 'users' })}
      >
        <option value="users">{t`users or more`}</option>
        <option value="events">{t`times or more`}</option>
      </Select>
      <Within value={when.within} ever={t`once`} onChange={(within) => onChange({ ...when, within })} />
    </>
  )
}

function RateDetails({ when, onChange }: DetailProps<'rate'>) {
  const { t } = useLingui()
  return (
    <>
      <NumberBox
        label={t`Errors`}
        value={when.above}
        least={0.01}
        whole={false}
        onChange={(above) => onChange({ ...when, above })}
      />
      <Select
        label={t`Per`}
        value={when.per}
        onChange={({ target }) => onChange({ ...when, per: target.value as 'minute' })}
      >
        <option value="minute">{t`per minute or more`}</option>
        <option value="sessions">{t`per 1,000 sessions or more`}</option>
      </Select>
      <Within value={when.within} onChange={(within) => within !== null && onChange({ ...when, within })} />
    </>
  )
}

function SpikeDetails({ when, onChange }: DetailProps<'spike'>) {
  const { t } = useLingui()
  return (
    <Trans>
      <NumberBox
        label={t`Times the usual rate`}
        value={when.times}
        least={1.1}
        whole={false}
        onChange={(times) => onChange({ ...when, times })}
      />{' '}
      times the usual{' '}
      <Within value={when.within} onChange={(within) => within !== null && onChange({ ...when, within })} />,
      at least{' '}
      <NumberBox
        label={t`Minimum errors`}
        value={when.atLeast}
        least={1}
        onChange={(atLeast) => onChange({ ...when, atLeast })}
      />{' '}
      errors
    </Trans>
  )
}

type Minutes = (typeof WINDOWS)[number]

interface WithinProps {
  readonly value: Minutes | null
  /** The name of no window at all, where that is a choice. */
  readonly ever?: string
  readonly onChange: (within: Minutes | null) => void
}

function Within({ value, ever, onChange }: WithinProps) {
  const { t } = useLingui()
  return (
    <Select
      label={t`Time window`}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : (Number(target.value) as Minutes))}
    >
      {WINDOWS.map((minutes) => {
        const time = duration(minutes)
        return (
          <option key={minutes} value={minutes}>
            {t`within ${time}`}
          </option>
        )
      })}
      {ever !== undefined && <option value="">{ever}</option>}
    </Select>
  )
}

interface NumberBoxProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly whole?: boolean
  readonly onChange: (value: number) => void
}

/** A number in the middle of a sentence. What is no number yet is none (NaN). */
export function NumberBox({ label, value, least, whole = true, onChange }: NumberBoxProps) {
  const isFine = value >= least && (!whole || Number.isInteger(value))
  return (
    <input
      type="number"
      inputMode={whole ? 'numeric' : 'decimal'}
      min={least}
      step={whole ? 1 : 'any'}
      aria-label={label}
      aria-invalid={!isFine || undefined}
      className="min-h-7 w-20 rounded-control border border-line-strong bg-surface px-2 font-strong text-fg tabular-nums aria-invalid:border-error"
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
    />
  )
}
