import type { ReleaseMaps } from '@hindcast/contract/source-maps/source-maps.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { fixWords } from '#product/source-maps/map-advice.ts'
import { releaseMapsQuery } from '#product/releases/release-queries.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

const MOST_SCRIPTS = 20

/** Whether the stacks of this release can be read. */
export function MapHealth({ project, version }: { readonly project: string; readonly version: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    ...releaseMapsQuery(project, version),
    retry: (count, why) => !isMissing(why) && count < 2,
  })
  return (
    <Panel title={<Trans>Source maps</Trans>}>
      <div className="grid gap-2 px-3 py-2.5">
        {isMissing(error) ? (
          <p className="text-muted">
            <Trans>No events or uploads for this release.</Trans>
          </p>
        ) : (
          error !== null &&
          !(error instanceof Unreachable) && (
            <Failure title={t`Couldn’t load source maps`} error={error} onRetry={() => void refetch()} />
          )
        )}
        {data === undefined && error === null && <Skeleton height={16} />}
        {data !== undefined && <Told maps={data} />}
      </div>
    </Panel>
  )
}

function Told({ maps }: { readonly maps: ReleaseMaps }) {
  const { t } = useLingui()
  const of = (wanted: ReleaseMaps['scripts'][number]['verdict']) =>
    maps.scripts.filter(({ verdict }) => verdict === wanted)
  const [mapped, missing] = [of('mapped'), of('missing')]
  const uploaded = maps.uploaded.maps
  if (mapped.length + missing.length === 0)
    return (
      <p className="text-muted">
        <Trans>No events from built scripts in this release.</Trans>{' '}
        {uploaded > 0 &&
          t`${plural(uploaded, { one: '# source map was uploaded.', other: '# source maps were uploaded.' })}`}
      </p>
    )
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={maps.complete ? 'success' : 'warning'}>
          {maps.complete ? <Trans>complete</Trans> : <Trans>incomplete</Trans>}
        </Badge>
        <span className="text-muted">
          {t`${mapped.length} of ${plural(mapped.length + missing.length, { one: '# script', other: '# scripts' })} mapped`}
        </span>
      </p>
      {missing.length > 0 && (
        <ul className="grid gap-2" aria-label={t`Scripts without a source map`}>
          {Array.from(
            Map.groupBy(missing.slice(0, MOST_SCRIPTS), ({ map }) => fixWords(map)),
            ([fix, scripts]) => (
              <li key={fix} className="grid min-w-0 gap-0.5">
                {scripts.map(({ url }) => (
                  <span key={url} className="code break-all">
                    {url}
                  </span>
                ))}
                {fix !== '' && <span className="text-meta text-muted">{fix}</span>}
              </li>
            ),
          )}
        </ul>
      )}
    </>
  )
}
