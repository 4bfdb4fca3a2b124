import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Count } from '#ui/data/count.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Comparison } from './comparison.tsx'
import { useOverviewPart } from './overview-queries.ts'
import { isRefused, PartFailure } from './part-state.tsx'

const ERRORS = 'level:error,fatal !type:csp'
const TROUBLED = 'is:unresolved last-seen:-24h'
const ISSUES = '/projects/$project/issues'

/** The figures of the last 24 hours. Each is a link to what it counts. */
export function HeadlineFigures({ project }: { readonly project: string }) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Last 24 hours`} className="grid grid-cols-2 gap-2 desk:grid-cols-4">
      <Totals project={project} />
      <IssueFigures project={project} />
    </section>
  )
}

function Totals({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useOverviewPart(project, 'totals')
  if (data === undefined && isRefused(error))
    return (
      <div className="col-span-2">
        <PartFailure failed={t`Couldn’t count the errors`} error={error} onRetry={() => void refetch()} />
      </div>
    )
  return (
    <>
      <Figure
        name={t`Errors`}
        value={data?.errors.now}
        link={{ to: '/projects/$project/events', params: { project }, search: { q: ERRORS } }}
      >
        {data !== undefined && <Comparison of={data.errors} />}
      </Figure>
      <Figure
        name={t`Users affected`}
        value={data?.users.now}
        link={{ to: ISSUES, params: { project }, search: { q: TROUBLED, sort: 'users' } }}
      >
        {data !== undefined && <Comparison of={data.users} />}
      </Figure>
    </>
  )
}

/** Their list is further down, and says what is wrong where it could not be loaded. */
function IssueFigures({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const { data, error } = useOverviewPart(project, 'issues')
  const unknown = data === undefined && isRefused(error)
  const linkTo = (query = '') => ({ to: ISSUES, params: { project }, search: { q: query } }) as const
  return (
    <>
      <Figure
        name={t`New issues`}
        value={data?.appeared.total}
        unknown={unknown}
        link={linkTo(data?.appeared.query)}
      >
        <Trans>First seen in the last 24 hours</Trans>
      </Figure>
      <Figure
        name={t`Regressed issues`}
        value={data?.cameBack.total}
        unknown={unknown}
        link={linkTo(data?.cameBack.query)}
      >
        <Trans>Came back after they were resolved</Trans>
      </Figure>
    </>
  )
}

interface Props {
  readonly name: string
  /** Undefined: not known yet. */
  readonly value: number | undefined
  /** It will not be known either. */
  readonly unknown?: boolean
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>
  readonly children: ReactNode
}

const BOX = 'flex min-w-0 flex-col gap-1 rounded-panel border border-line bg-surface px-3 py-2.5'

function Figure({ name, value, unknown = false, link, children }: Props) {
  const content = (
    <>
      <span className="font-strong text-muted">{name}</span>
      <span className={`text-headline font-bold ${value === 0 ? 'text-subtle' : ''}`}>
        {value !== undefined ? <Count of={value} /> : unknown ? '–' : <Skeleton width={64} height={34} />}
      </span>
      <span className="text-meta text-muted">{children}</span>
    </>
  )
  if (value === undefined) return <div className={BOX}>{content}</div>
  return (
    <Link {...(link as LinkProps)} className={`${BOX} hover:bg-hover`}>
      {content}
    </Link>
  )
}
