import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { withLocale } from '#lib/i18n/locale.ts'
import { useSelector } from '@tanstack/react-store'
import { Age } from '#ui/data/age.tsx'
import { Avatar } from '#ui/data/avatar.tsx'
import { cx } from '#ui/base/class-names.ts'
import { Count } from '#ui/data/count.tsx'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { IssueBadge } from './issue-badge.tsx'
import { IssueSpark } from './issue-spark.tsx'
import { COLUMNS, FROM_MIDDLE, FROM_WIDE, ONLY_NARROW } from './row-columns.ts'
import { KnownErrorBadge } from './known-error-badge.tsx'
import { RowActions } from './row-actions.tsx'
import { hovered, triage } from '#features/issues/stream/triage/triage-store.ts'

interface Props {
  readonly issue: IssueSummary
  readonly index: number
  readonly top: number
  readonly height: number
  readonly oneLine: boolean
  readonly arrived: boolean
}

export const rowId = (issue: string) => `issue-${issue}`

/** Only this frame knows of the cursor; what is in it renders when the issue changes. */
export const IssueRow = memo(function IssueRow({ issue, index, top, height, oneLine, arrived }: Props) {
  const { id, shortId } = issue
  const cursor = useSelector(triage, (state) => state.cursor === id)
  const selected = useSelector(triage, (state) => state.selected.has(id))
  const hover = useSelector(hovered, (state) => state === id)
  const { t } = useLingui()
  return (
    <div
      id={rowId(id)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-issue={id}
      data-cursor={cursor || undefined}
      className={cx(
        'group/row absolute inset-x-0 grid cursor-default items-center border-b border-line [contain:layout_style] hover:bg-hover aria-selected:bg-selected data-cursor:shadow-[inset_2px_0_0_var(--accent)] group-focus-visible/list:data-cursor:outline-2 group-focus-visible/list:data-cursor:-outline-offset-2 group-focus-visible/list:data-cursor:outline-focus',
        COLUMNS,
        cursor && !selected && 'bg-hover',
        arrived && 'animate-arrive',
      )}
      style={{ height, top }}
    >
      <div role="gridcell" className="grid">
        <input
          type="checkbox"
          data-act="select"
          tabIndex={-1}
          readOnly
          checked={selected}
          aria-label={t`Select ${shortId}`}
          className="size-4 justify-self-center accent-accent opacity-0 group-hover/row:opacity-100 group-aria-selected/row:opacity-100 group-data-cursor/row:opacity-100 group-data-picking/list:opacity-100 pointer-coarse:opacity-100"
        />
      </div>
      <RowCells issue={issue} oneLine={oneLine} />
      {hover && <RowActions issue={issue} />}
    </div>
  )
})

const RowCells = memo(function RowCells({ issue, oneLine }: Pick<Props, 'issue' | 'oneLine'>) {
  const { t } = useLingui()
  const owner = issue.assignee ?? issue.assigneeTeam
  return (
    <>
      <div role="gridcell" className="flex">
        <LevelMark level={issue.level} word={false} />
      </div>
      <div role="gridcell" className="grid min-w-0">
        <TitleLine issue={issue} oneLine={oneLine} />
        {!oneLine && <PlaceLine issue={issue} />}
      </div>
      <div role="gridcell" className={FROM_MIDDLE}>
        <IssueSpark series={issue.series} height={oneLine ? 20 : 26} />
      </div>
      <div role="gridcell" className={`${FROM_MIDDLE} text-end`}>
        <Count of={issue.events} />
      </div>
      <div role="gridcell" className={`${FROM_WIDE} text-end`}>
        <Count of={issue.users} />
      </div>
      <div role="gridcell" className="text-end whitespace-nowrap">
        <div className="text-muted">
          <Timestamp at={issue.lastSeen} />
        </div>
        {!oneLine && (
          <div className="text-meta text-subtle">
            <span className="hidden @min-[560px]:inline">
              <Age since={issue.firstSeen} />
            </span>
            <span className={ONLY_NARROW}>
              <Count of={issue.events} />
              {' × '}
            </span>
          </div>
        )}
      </div>
      <div role="gridcell" className={FROM_MIDDLE}>
        {owner === null ? (
          <span
            className="block size-6 rounded-full border border-dashed border-line"
            role="img"
            aria-label={t`Nobody`}
          />
        ) : (
          <Avatar name={owner.name || issue.assignee!.email} />
        )}
      </div>
    </>
  )
})

function TitleLine({ issue, oneLine }: Pick<Props, 'issue' | 'oneLine'>) {
  const { id, type, value, title, culprit } = issue
  return (
    <div className="flex min-w-0 items-center gap-2">
      <a
        href={withLocale(`/issues/${id}`, locale)}
        data-act="open"
        tabIndex={-1}
        className="min-w-0 truncate hover:underline"
        title={title}
      >
        {type === '' ? (
          <b className="font-strong">{title}</b>
        ) : (
          <>
            <b className="font-strong">{type}</b>
            {value === '' ? null : <span className="text-muted">{` ${value}`}</span>}
          </>
        )}
      </a>
      <IssueBadge issue={issue} />
      {oneLine && <KnownErrorBadge kind={issue.recognised} />}
      {oneLine && <span className="code min-w-0 flex-[0_9999_auto] truncate text-subtle">{culprit}</span>}
    </div>
  )
}

function PlaceLine({ issue }: Pick<Props, 'issue'>) {
  const { shortId, culprit, firstRelease, lastRelease } = issue
  const { t } = useLingui()
  return (
    <div className="flex min-w-0 items-center gap-2 text-meta text-subtle">
      <span className="shrink-0">{shortId}</span>
      {issue.priorityChosen && issue.priority === 'high' && (
        <span className="shrink-0 font-strong text-fg">{t`High priority`}</span>
      )}
      <KnownErrorBadge kind={issue.recognised} />
      {culprit !== '' && <span className="code min-w-0 truncate">{culprit}</span>}
      {firstRelease !== null && (
        <span
          className="hidden max-w-48 min-w-0 shrink-0 truncate @min-[680px]:inline"
          title={t`First and last release with this issue`}
        >
          {firstRelease === lastRelease || lastRelease === null
            ? firstRelease
            : `${firstRelease} → ${lastRelease}`}
        </span>
      )}
    </div>
  )
}
