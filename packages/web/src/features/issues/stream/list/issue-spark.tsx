import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Spark } from '#ui/data/spark.tsx'
import { trendOf } from './trend.ts'

interface Props {
  readonly series: IssueSummary['series']
  readonly height: number
}

/** The same in words: how many, and how many at most in one hour or day. */
export function IssueSpark({ series: { values, bucketSeconds }, height }: Props) {
  const { t } = useLingui()
  const total = values.reduce((sum, value) => sum + value, 0)
  const most = Math.max(0, ...values)
  const days = values.length
  const label =
    bucketSeconds < 86_400
      ? t`${plural(total, { one: '# event', other: '# events' })} in 24 hours, at most ${most} in an hour`
      : t`${plural(total, { one: '# event', other: '# events' })} in ${days} days, at most ${most} in a day`
  return <Spark values={values} height={height} label={label} rising={trendOf(values) === 'rising'} />
}
