import { useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'

/** Changes that nobody would act on are left out. */
const LEAST = 0.03

const percent = new Intl.NumberFormat(locale, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})

interface Props {
  readonly of: number | undefined
  /** Traffic is neither good nor bad. */
  readonly neutral?: boolean
}

/** Against the week before; more is worse for everything that is measured in time. */
export function Change({ of, neutral = false }: Props) {
  const { t } = useLingui()
  if (of === undefined || Math.abs(of) < LEAST) return null
  const text = percent.format(of)
  const tone = neutral ? 'text-muted' : of > 0 ? 'text-error' : 'text-success'
  return (
    <span className={`text-meta tabular-nums ${tone}`} title={t`${text} against the week before`}>
      {text}
    </span>
  )
}
