import type { DeployView } from '@hindcast/contract/releases/releases.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '#ui/data/badge.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Panel } from '#ui/layout/panel.tsx'

export function DeployList({ deploys }: { readonly deploys: readonly DeployView[] }) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Deploys</Trans>}>
      {deploys.length === 0 ? (
        <p className="px-3 py-2.5 text-muted">
          <Trans>
            No deploys reported. Run <span className="code">sentry-cli deploys new</span> in your pipeline to
            track them.
          </Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line" aria-label={t`Deploys`}>
          {deploys.map((deploy) => (
            <li key={deploy.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <Badge>{deploy.environment}</Badge>
              <DeployName deploy={deploy} />
              <span className="ms-auto text-muted">
                <Timestamp at={deploy.finishedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** What a tool sends as an address is only one if it leads to a page. */
function DeployName({ deploy: { name, url } }: { readonly deploy: DeployView }) {
  const text = name ?? url
  if (text === null) return null
  if (url === null || !/^https?:\/\//.test(url)) return <span className="min-w-0 break-all">{text}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer" className="min-w-0 break-all text-accent hover:underline">
      {text}
    </a>
  )
}
