import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { errorRateText } from './vitals.ts'

interface Props {
  readonly errors: { readonly events: number; readonly users: number }
  readonly visits: number
}

/** Errors per 100 visits; the count alone where nobody's visit is known. */
export function ErrorRate({ errors: { events, users }, visits }: Props) {
  const { t } = useLingui()
  if (events === 0) return <span className="text-subtle">–</span>
  const rate = errorRateText(events, visits, locale)
  const counted = t`${plural(events, { one: '# error', other: '# errors' })}, ${plural(users, { one: '# user', other: '# users' })}`
  return (
    <span className="whitespace-nowrap tabular-nums" title={counted}>
      {rate === undefined ? t`${plural(events, { one: '# error', other: '# errors' })}` : t`${rate} per 100`}
    </span>
  )
}
