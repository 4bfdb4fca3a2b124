import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { fixOf } from '#product/intake/reasons.ts'
import { cx } from '#ui/base/class-names.ts'
import { Count } from '#ui/data/count.tsx'
import { Spark } from '#ui/data/spark.tsx'
import type { Outcome, ReasonRow } from './intake-report.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { useCategoryName, useExplain, useOutcomeWords } from './outcome-words.ts'

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

interface Props {
  readonly rows: readonly ReasonRow[]
  readonly label: string
}

export function ReasonsTable({ rows, label }: Props) {
  return (
    <table className="w-full table-fixed" aria-label={label}>
      <thead className="text-meta text-subtle">
        <tr>
          <Head width="w-36 max-phone:hidden">
            <Trans>Outcome</Trans>
          </Head>
          <Head>
            <Trans>What and why</Trans>
          </Head>
          <Head end width="w-20">
            <Trans>Items</Trans>
          </Head>
          <Head end hidden width="w-20">
            <Trans>Percentage</Trans>
          </Head>
          <Head hidden width="w-32">
            <Trans>Trend</Trans>
          </Head>
          <Head end hidden width="w-28">
            <Trans>This hour</Trans>
          </Head>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps {
  readonly children: ReactNode
  readonly end?: boolean
  readonly hidden?: boolean
  readonly width?: string
}

function Head({ children, end = false, hidden = false, width = '' }: HeadProps) {
  return (
    <th
      scope="col"
      className={cx(
        'px-3 py-1.5 font-strong',
        end ? 'text-end' : 'text-start',
        hidden && 'max-pane:hidden',
        width,
      )}
    >
      {children}
    </th>
  )
}

function Row({ row }: { readonly row: ReasonRow }) {
  const { t } = useLingui()
  const categoryName = useCategoryName()
  const explain = useExplain()
  const course = row.series.join(', ')
  const fix = row.outcome === 'dropped' || row.outcome === 'refused' ? fixOf(row.reason, '') : ''
  return (
    <tr className="border-t border-line align-top">
      <td className="px-3 py-2 max-phone:hidden">
        <OutcomeName outcome={row.outcome} />
      </td>
      <td className="px-3 py-2">
        <span className="phone:hidden">
          <OutcomeName outcome={row.outcome} />
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-strong">{categoryName(row.category)}</span>
          <span className="text-muted">{explain(row)}</span>
          {row.reason !== '' && <span className="code text-subtle">{row.reason}</span>}
        </span>
        {fix !== '' && <span className="text-meta text-subtle">{fix}</span>}
      </td>
      <td className="px-3 py-2 text-end font-strong">
        <Count of={row.quantity} />
      </td>
      <td className="px-3 py-2 text-end text-muted max-pane:hidden">{percent.format(row.share)}</td>
      <td className="px-3 py-2 max-pane:hidden">
        <div className="w-24">
          <Spark values={row.series} height={20} label={t`Oldest first: ${course}`} />
        </div>
      </td>
      <td className="px-3 py-2 text-end whitespace-nowrap max-pane:hidden">
        <Trend now={row.thisHour} before={row.hourBefore} />
      </td>
    </tr>
  )
}

function OutcomeName({ outcome }: { readonly outcome: Outcome }) {
  const { name } = useOutcomeWords()[outcome]
  return (
    <span className="inline-flex items-center gap-1.5 font-strong">
      <OutcomeMark outcome={outcome} />
      {name}
    </span>
  )
}

/** This hour is not over, so it is compared in words only where it has already outgrown the one before. */
function Trend({ now, before }: { readonly now: number; readonly before: number }) {
  return (
    <span className="grid justify-items-end">
      <span className={now > before ? 'font-strong' : 'text-muted'}>
        <Count of={now} />
      </span>
      <span className="text-meta text-subtle">
        {now > before ? (
          <Trans>
            up from <Count of={before} />
          </Trans>
        ) : (
          <Trans>
            <Count of={before} /> before
          </Trans>
        )}
      </span>
    </span>
  )
}
