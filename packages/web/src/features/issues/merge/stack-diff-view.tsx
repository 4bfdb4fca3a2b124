import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MergedIssue } from '#product/issues/merge-dialog-state.ts'
import { cx } from '#ui/base/class-names.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { stackDiff, stackOf, type DiffLine } from './stack-diff.ts'
import { eventQuery } from '#product/issues/issue-queries.ts'

interface Props {
  readonly left: MergedIssue
  readonly right: MergedIssue
}

/** Stack traces show whether two issues are the same bug. */
export function StackDiffView({ left, right }: Props) {
  const { t } = useLingui()
  const a = useQuery(eventQuery(left.id, 'latest'))
  const b = useQuery(eventQuery(right.id, 'latest'))
  if (a.error !== null || b.error !== null)
    return (
      <p className="px-3 py-2 text-subtle">
        <Trans>The stack traces can’t be compared: an event has expired or couldn’t be loaded.</Trans>
      </p>
    )
  if (a.data === undefined || b.data === undefined) return <Loading />
  const lines = stackDiff(stackOf(a.data), stackOf(b.data))
  const same = lines.filter(({ side }) => side === 'both').length
  return (
    <section
      aria-label={t`Latest stack traces compared`}
      className="min-h-0 overflow-y-auto border-t border-line"
    >
      <p className="flex flex-wrap gap-x-3 px-3 py-2 text-meta text-subtle">
        <span>
          <Trans>
            {same} of {lines.length} frames of the latest events are the same
          </Trans>
        </span>
        <span className="text-error">− {left.shortId}</span>
        <span className="text-success">+ {right.shortId}</span>
      </p>
      {lines.length === 0 ? (
        <p className="px-3 pb-2 text-subtle">
          <Trans>Neither issue has a stack trace.</Trans>
        </p>
      ) : (
        <ol className="pb-1">
          {lines.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </ol>
      )}
    </section>
  )
}

const SIDES = {
  both: { mark: ' ', tone: '' },
  left: { mark: '−', tone: 'bg-tint-error' },
  right: { mark: '+', tone: 'bg-tint-success' },
} as const

function Line({ line: { side, name, file, inApp } }: { readonly line: DiffLine }) {
  const { t } = useLingui()
  const { mark, tone } = SIDES[side]
  const said = { both: t`in both`, left: t`only in the first`, right: t`only in the second` }[side]
  return (
    <li className={cx('flex min-w-0 gap-2 px-3 py-0.5', tone)}>
      <span aria-hidden="true" className="code w-3 shrink-0 text-subtle">
        {mark}
      </span>
      <span className="sr-only">{said}: </span>
      <span className={cx('code min-w-0 truncate', inApp ? 'font-strong' : 'text-subtle')} title={file}>
        {name} <span className="font-normal text-subtle">{file}</span>
      </span>
    </li>
  )
}

function Loading() {
  return (
    <div className="grid gap-2 border-t border-line px-3 py-3">
      <Skeleton width={260} />
      <Skeleton width={320} />
      <Skeleton width={220} />
    </div>
  )
}
