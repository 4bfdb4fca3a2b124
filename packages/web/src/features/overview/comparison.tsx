import type { Compared } from '@hindcast/contract/overview/overview.ts'
import { Trans } from '@lingui/react/macro'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { changeFrom, type Trend } from './figures.ts'

const TONES: Readonly<Record<Trend, string>> = {
  more: 'font-strong text-error',
  fewer: 'font-strong text-success',
  same: '',
}

/** More errors are worse, and the sign says so as well as the colour. */
export function Comparison({ of: { now, yesterday, lastWeek } }: { readonly of: Compared }) {
  return (
    <span className="grid gap-0.5 text-meta text-muted">
      <span title={titleOf(yesterday)}>
        <Yesterday now={now} before={yesterday} />
      </span>
      <span title={titleOf(lastWeek)}>
        <LastWeek now={now} before={lastWeek} />
      </span>
    </span>
  )
}

const titleOf = (before: number | null) => (before === null ? undefined : countOf(before, locale))

interface Props {
  readonly now: number
  readonly before: number | null
}

function Yesterday({ now, before }: Props) {
  if (before === null) return <Trans>No data for yesterday</Trans>
  const change = changeFrom(before, now, locale)
  if (change === undefined) return <Trans>None yesterday</Trans>
  if (change.trend === 'same') return <Trans>Same as yesterday</Trans>
  const { trend, text } = change
  return (
    <Trans>
      <span className={TONES[trend]}>{text}</span> vs. yesterday
    </Trans>
  )
}

function LastWeek({ now, before }: Props) {
  if (before === null) return <Trans>No data for last week</Trans>
  const change = changeFrom(before, now, locale)
  if (change === undefined) return <Trans>None on this weekday last week</Trans>
  if (change.trend === 'same') return <Trans>Same as last week</Trans>
  const { trend, text } = change
  return (
    <Trans>
      <span className={TONES[trend]}>{text}</span> vs. the same weekday last week
    </Trans>
  )
}
