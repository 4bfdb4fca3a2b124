import type { RouteRegistry } from '@hindcast/contract/routes/registry.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { notify } from '#lib/state/notices.ts'
import { usePermission } from '#product/session/permissions.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { routeRegistryQuery } from '#features/routes/route-queries.ts'
import { LearnedPatterns, Manifests } from './known-routes.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { useRuleChanges } from './use-rule-changes.ts'

const here = getRouteApi('/member/projects/$project/routes/rules')

/** What the routes of a project are named by. */
export function RouteRulesPage() {
  const { t } = useLingui()
  useTitle(t`Route names`)
  const { project } = here.useParams()
  const { data, error, refetch } = useQuery({ ...routeRegistryQuery(project), throwOnError: isMissing })
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={t`Route names`}>
        <Link
          to="/projects/$project/routes"
          params={{ project }}
          className="rounded-control whitespace-nowrap text-muted hover:underline"
        >
          <Trans>All routes</Trans>
        </Link>
      </PageBar>
      <div className="grid max-w-240 gap-4 px-(--gutter) py-5">
        <p className="max-w-prose text-muted">
          <Trans>
            An address is named by the first that knows it: rules in their order, the manifest of the release,
            the name that the SDK sent, learned patterns. A change also renames what is already stored.
          </Trans>
        </p>
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the route names`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && <Skeleton height={148} />}
        {data !== undefined && <Registry project={project} registry={data} />}
      </div>
    </main>
  )
}

function Registry({ project, registry }: { readonly project: string; readonly registry: RouteRegistry }) {
  const { t } = useLingui()
  const mayChange = usePermission('project:write')
  const { rules, manifests, routes } = registry
  const changes = useRuleChanges(project, rules)
  const keep = (pattern: string) =>
    void changes
      .add(pattern)
      .catch(() => notify({ tone: 'failed', text: t`Couldn’t change rule ${pattern}.` }))
  return (
    <>
      <Panel title={t`Rules`}>
        <RuleList project={project} rules={rules} changes={changes} mayChange={mayChange} />
      </Panel>
      {mayChange && (
        <Panel title={t`Add a rule`}>
          <RuleForm
            project={project}
            pattern=""
            word={t`Add rule`}
            busy={changes.busy}
            onSave={(pattern) => changes.add(pattern)}
          />
        </Panel>
      )}
      <Manifests manifests={manifests} routes={routes} />
      <LearnedPatterns routes={routes} busy={changes.busy} onKeep={mayChange ? keep : undefined} />
    </>
  )
}
