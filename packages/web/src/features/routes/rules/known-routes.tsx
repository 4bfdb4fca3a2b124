import type { RouteRegistry } from '@hindcast/contract/routes/registry.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Button } from '#ui/base/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'

type Routes = RouteRegistry['routes']

/** What was uploaded with releases. */
export function Manifests({ manifests, routes }: Pick<RouteRegistry, 'manifests' | 'routes'>) {
  const { t } = useLingui()
  const uploaded = routes.filter(({ source }) => source === 'manifest')
  return (
    <Panel title={t`Manifests`}>
      {manifests.length === 0 ? (
        <p className="px-3 py-3 text-muted">
          <Trans>
            None. Upload the routes of each release with <span className="code">hindcast routes upload</span>.
          </Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line" aria-label={t`Manifests`}>
          {manifests.map(({ release, uploadedAt, framework, patterns }) => (
            <li key={release} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
              <span className="min-w-0 flex-1 basis-40 font-strong break-all">{release}</span>
              <span className="text-muted">{framework}</span>
              <span className="text-muted tabular-nums">
                {t`${plural(patterns, { one: '# route', other: '# routes' })}`}
              </span>
              <span className="text-meta text-subtle">
                <Timestamp at={uploadedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {uploaded.length > 0 && (
        <details className="border-t border-line px-3 py-2">
          <summary className="cursor-pointer text-muted">
            <Trans>Routes of the latest manifest</Trans>
          </summary>
          <Patterns routes={uploaded} />
        </details>
      )}
    </Panel>
  )
}

function Patterns({ routes }: { readonly routes: Routes }) {
  return (
    <ul className="grid gap-1 py-2">
      {routes.map(({ pattern, display }) => (
        <li key={pattern} className="code break-all">
          {display}
        </li>
      ))}
    </ul>
  )
}

interface LearnedProps {
  readonly routes: Routes
  /** Left out for those who may not. */
  readonly onKeep: ((pattern: string) => void) | undefined
  readonly busy: boolean
}

/** What was learned from traffic, to be kept for good. */
export function LearnedPatterns({ routes, onKeep, busy }: LearnedProps) {
  const { t } = useLingui()
  const rules = new Set(routes.flatMap(({ pattern, source }) => (source === 'rule' ? [pattern] : [])))
  const learned = routes.filter(({ source }) => source === 'learned')
  return (
    <Panel title={t`Learned patterns`}>
      <p className="px-3 py-2 text-muted">
        {learned.length === 0 ? (
          <Trans>None. Patterns are learned once an hour from addresses that nothing else names.</Trans>
        ) : (
          <Trans>
            Learned from recent addresses that nothing else names; they change with the traffic. A rule stays.
          </Trans>
        )}
      </p>
      {learned.length > 0 && (
        <ul className="divide-y divide-line border-t border-line" aria-label={t`Learned patterns`}>
          {learned.map(({ pattern, display }) => (
            <li key={pattern} className="flex flex-wrap items-center gap-x-3 px-3 py-1">
              <span className="code min-w-0 flex-1 basis-40 break-all">{display}</span>
              {onKeep !== undefined && !rules.has(pattern) && (
                <Button
                  kind="quiet"
                  aria-label={t`Keep ${display} as a rule`}
                  busy={busy}
                  onClick={() => onKeep(pattern)}
                >
                  <Trans>Keep as a rule</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
