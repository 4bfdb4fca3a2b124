import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { isMissing, Unreachable, api } from '#lib/api/client.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { usePermission } from '#product/session/permissions.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { SaveRow } from '#ui/forms/save-row.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { RulesEditor } from './rules-editor.tsx'
import { RulesHelp } from './rules-help.tsx'
import { TrialResult } from './trial-result.tsx'
import { useSaveRules, type GroupingChoice } from './use-save-rules.ts'
import { VersionChoice } from './version-choice.tsx'
import { projectQuery } from '#product/projects/project-queries.ts'

type Version = GroupingChoice['groupingVersion']

/** Never fresh: the next event may be the one that a rule is about. */
const rulesTrialQuery = (project: string, rules: string, version: Version) =>
  queryOptions({
    queryKey: ['rules-trial', project, rules, version],
    queryFn: ({ signal }) =>
      api('POST /api/v1/projects/:project/rules/dry-run', {
        params: { project },
        body: { rules, version },
        signal,
      }),
    staleTime: 0,
  })

const route = getRouteApi('/member/projects/$project/rules')
const PAUSE_MS = 400

export function RulesPage() {
  const { t } = useLingui()
  const { project: ref } = route.useParams()
  const { data: project, error, refetch } = useQuery(projectQuery(ref))
  useTitle(t`Grouping rules`)
  if (isMissing(error)) throw error
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={t`Grouping rules`}>
        <span className="min-w-0 truncate text-muted">{project?.name}</span>
        <span className="flex-1" />
        <Link
          to="/projects/$project/settings"
          params={{ project: ref }}
          className="text-accent hover:underline"
        >
          <Trans>Settings</Trans>
        </Link>
      </PageBar>
      {project !== undefined ? (
        <Rules key={project.slug} project={project} />
      ) : error === null || error instanceof Unreachable ? (
        <div className="grid gap-3 p-(--gutter)">
          <Skeleton width={420} />
          <Skeleton height={288} />
        </div>
      ) : (
        <div className="p-(--gutter)">
          <Failure title={t`Couldn’t load the rules`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
    </main>
  )
}

function Rules({ project }: { readonly project: ProjectDetail }) {
  const saved = project.settings.groupingRules
  const [edited, setEdited] = useState<string>()
  const text = edited ?? saved
  const settled = useDebounced(text, PAUSE_MS)
  const [chosen, setChosen] = useState<Version>()
  const version = chosen ?? project.settings.groupingVersion
  const maySave = usePermission('project:write')
  const trial = useQuery({
    ...rulesTrialQuery(project.slug, settled, version),
    placeholderData: keepPreviousData,
    enabled: maySave,
  })
  // What was tried may not be what stands there by now; its places are kept to the lines there are.
  const errors = trial.isPlaceholderData ? [] : (trial.data?.errors ?? [])
  const { isPending: busy, error, mutate } = useSaveRules(project)
  const dirty = text !== saved || version !== project.settings.groupingVersion
  const discard = () => {
    setEdited(undefined)
    setChosen(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (maySave && dirty && !busy && errors.length === 0)
      mutate({ groupingRules: text, groupingVersion: version }, { onSuccess: discard })
  }
  return (
    <div className="grid gap-6 p-(--gutter) desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form className="grid content-start gap-3" onSubmit={submit}>
        <p className="max-w-prose text-muted">
          <Trans>
            Rules decide how new events are grouped into issues. Existing events stay in their issues; merge
            those manually.
          </Trans>
        </p>
        <VersionChoice version={version} readOnly={!maySave} onChoose={setChosen} />
        <RulesEditor text={text} errors={errors} readOnly={!maySave} onChange={setEdited} />
        {maySave ? (
          <SaveRow dirty={dirty} busy={busy} invalid={errors.length > 0} onDiscard={discard} />
        ) : (
          <p className="text-muted">
            <Trans>Only owners and admins can change these rules.</Trans>
          </p>
        )}
        {error !== null && <SaveFailure error={error} />}
      </form>
      {maySave && (
        <Trial trial={trial} waiting={settled !== text || trial.isFetching} unreadable={errors.length > 0} />
      )}
      <div className="desk:col-start-1">
        <RulesHelp />
      </div>
    </div>
  )
}

function SaveFailure({ error }: { readonly error: unknown }) {
  const { t } = useLingui()
  return <Failure title={t`Couldn’t save the rules`} error={error} />
}

interface TrialProps {
  readonly trial: ReturnType<typeof useQuery<Awaited<ReturnType<NonNullable<TrialQuery>>>>>
  readonly waiting: boolean
  readonly unreadable: boolean
}
type TrialQuery = Extract<ReturnType<typeof rulesTrialQuery>['queryFn'], (...given: never[]) => unknown>

function Trial({ trial, waiting, unreadable }: TrialProps) {
  const { t } = useLingui()
  const { data, error, refetch } = trial
  return (
    <section
      aria-labelledby="trial-title"
      aria-busy={waiting}
      className="grid content-start gap-3 desk:row-span-2 desk:self-start"
    >
      <h2 id="trial-title" className="flex items-center gap-2 text-form font-bold">
        <Trans>Tested on recent events</Trans>
        <span role="status" className="text-meta font-normal text-subtle">
          {waiting && <Trans>testing…</Trans>}
        </span>
      </h2>
      {error !== null && !(error instanceof Unreachable) ? (
        <Failure title={t`Couldn’t test the rules`} error={error} onRetry={() => void refetch()} />
      ) : unreadable ? (
        <p className="text-muted">
          <Trans>Fix the errors to see what would change.</Trans>
        </p>
      ) : data?.result == null ? (
        <Skeleton width={320} />
      ) : (
        <TrialResult result={data.result} />
      )}
    </section>
  )
}
