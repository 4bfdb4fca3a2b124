import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import { withoutToken } from '#product/search/query-text.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { USUAL_QUERY } from '#product/search-params.ts'
import { Button } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { facetsQuery } from '#product/issues/issue-queries.ts'
import { projectsQuery } from '#product/session/session-queries.ts'
import { samplesQuery } from '#product/projects/project-queries.ts'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'

interface Props {
  readonly project: string
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** Nothing to show, for one of three reasons; each has its own way on. */
export function StreamEmpty({ project, query, onQuery }: Props) {
  const { data: projects = [] } = useQuery(projectsQuery)
  const waiting = projects.some(({ slug, firstEventAt }) => slug === project && firstEventAt === null)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-surface">
      {waiting ? (
        <NoEventsYet project={project} />
      ) : (
        <NothingMatches project={project} query={query} onQuery={onQuery} />
      )}
    </div>
  )
}

function NoEventsYet({ project }: Pick<Props, 'project'>) {
  const { t } = useLingui()
  const { data } = useQuery(samplesQuery)
  const load = useMutation({
    mutationFn: (scenario: string) =>
      api('POST /api/v1/projects/:project/samples', { params: { project }, body: { scenario } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey }),
  })
  return (
    <ConnectPrompt project={project} title={t`Waiting for the first event`}>
      <p>
        <Trans>
          This project hasn’t received any events yet. The first issue appears here as soon as it arrives.
        </Trans>
      </p>
      {load.isError && <Failure title={t`Couldn’t load the sample data`} error={load.error} />}
      {load.isSuccess ? (
        <p role="status">
          <Trans>Loading sample events.</Trans>
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <span>
            <Trans>Or explore with sample data:</Trans>
          </span>
          {data?.scenarios.map(({ name, summary }) => (
            <Button key={name} title={summary} busy={load.isPending} onClick={() => load.mutate(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </ConnectPrompt>
  )
}

function NothingMatches({ project, query, onQuery }: Props) {
  const { t } = useLingui()
  const { data } = useQuery(facetsQuery(project, query))
  if (query === '')
    return (
      <EmptyState title={t`No issues`}>
        <p>
          <Trans>No events, or all of them have expired.</Trans>
        </p>
      </EmptyState>
    )
  const ways = (data?.without ?? []).filter(({ issues }) => issues > 0)
  const all = query === USUAL_QUERY
  return (
    <EmptyState
      title={all ? t`You’re all caught up` : t`No matching issues`}
      actions={
        ways.length === 0 ? (
          <Button onClick={() => onQuery('')}>
            <Trans>Show all issues</Trans>
          </Button>
        ) : (
          ways.map((way) => (
            <Way key={way.filter} {...way} onTake={() => onQuery(withoutToken(query, way.filter))} />
          ))
        )
      }
    >
      {all ? (
        <p>
          <Trans>All issues are resolved or ignored. New issues appear here automatically.</Trans>
        </p>
      ) : (
        ways.map(({ filter, issues }) => (
          <p key={filter}>
            <Trans>
              Without <span className="code text-fg">{filter}</span>,{' '}
              <Plural value={issues} one="# issue matches" other="# issues match" />.
            </Trans>
          </p>
        ))
      )}
    </EmptyState>
  )
}

interface WayProps {
  readonly filter: string
  readonly issues: number
  readonly onTake: () => void
}

function Way({ filter, issues, onTake }: WayProps) {
  return (
    <Button onClick={onTake}>
      <Trans>
        Remove <span className="code">{filter}</span>
      </Trans>
      <span className="text-subtle">
        <Plural value={issues} one="# issue" other="# issues" />
      </span>
    </Button>
  )
}

/** The field above says what is wrong; here is the way out. */
export function UnreadableQuery({ onQuery }: Pick<Props, 'onQuery'>) {
  const { t } = useLingui()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <EmptyState
        title={t`Invalid query`}
        actions={
          <Button onClick={() => onQuery(USUAL_QUERY)}>
            <Trans>Show unresolved issues</Trans>
          </Button>
        }
      >
        <p>
          <Trans>Fix the highlighted part and press Enter.</Trans>
        </p>
      </EmptyState>
    </div>
  )
}
