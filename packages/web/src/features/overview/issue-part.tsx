import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { OverviewIssues } from '@hindcast/contract/overview/overview.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { PanelLink } from '#ui/layout/panel-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useOverviewPart } from './overview-queries.ts'
import { PartSkeleton } from './part-skeleton.tsx'
import { PartState } from './part-state.tsx'

/** What is new or came back: the busiest of each. */
export function IssuePart({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const issues = useOverviewPart(project, 'issues')
  return (
    <Panel
      title={<Trans>New and regressed issues</Trans>}
      actions={
        <PanelLink to="/projects/$project/issues" params={{ project }}>
          <Trans>All issues</Trans>
        </PanelLink>
      }
    >
      <PartState query={issues} failed={t`Couldn’t load the issues`} waiting={<PartSkeleton />}>
        {({ appeared, cameBack }) =>
          appeared.total + cameBack.total === 0 ? (
            <p className="px-3 py-2.5 text-muted">
              <Trans>Nothing new in the last 24 hours, and nothing came back.</Trans>
            </p>
          ) : (
            <>
              <Group name={t`Regressed`} found={cameBack} project={project} />
              <Group name={t`New`} found={appeared} project={project} />
            </>
          )
        }
      </PartState>
    </Panel>
  )
}

interface GroupProps {
  readonly name: ReactNode
  readonly found: OverviewIssues['appeared']
  readonly project: string
}

function Group({ name, found, project }: GroupProps) {
  const { query, total, issues } = found
  if (total === 0) return null
  const more = total - issues.length
  return (
    <div className="border-b border-line last:border-b-0">
      <h3 className="border-b border-line bg-canvas px-3 py-1 text-meta text-subtle">{name}</h3>
      <ul className="divide-y divide-line">
        {issues.map((issue) => (
          <Row key={issue.id} issue={issue} />
        ))}
        {more > 0 && (
          <li className="px-3 py-1.5">
            <Link
              to="/projects/$project/issues"
              params={{ project }}
              search={{ q: query }}
              className="rounded-control text-accent hover:underline"
            >
              <Plural value={more} one="# more" other="# more" />
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}

function Row({ issue }: { readonly issue: IssueSummary }) {
  const { id, type, value, title, culprit, events, users, lastSeen } = issue
  return (
    <li className="grid grid-cols-[10px_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5 hover:bg-hover">
      <LevelMark level={issue.level} word={false} />
      <div className="grid min-w-0">
        <Link
          to="/issues/$issue"
          params={{ issue: id }}
          title={title}
          className="min-w-0 truncate rounded-control hover:underline"
        >
          <b className="font-strong">{type === '' ? title : type}</b>
          {type !== '' && value !== '' && <span className="text-muted">{` ${value}`}</span>}
        </Link>
        <span className="truncate text-meta text-subtle">{culprit}</span>
      </div>
      <div className="text-end text-meta whitespace-nowrap text-muted">
        <div>
          <Plural value={events} one="# event" other="# events" />
          {users > 0 && (
            <>
              {' · '}
              <Plural value={users} one="# user" other="# users" />
            </>
          )}
        </div>
        <div className="text-subtle">
          <Timestamp at={lastSeen} />
        </div>
      </div>
    </li>
  )
}
