import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { useLiveMessages } from '#product/live/live.ts'
import { Button } from '#ui/base/button.tsx'
import { cx } from '#ui/base/class-names.ts'
import { Count } from '#ui/data/count.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Select } from '#ui/forms/select.tsx'
import { samplesQuery } from '#product/projects/project-queries.ts'

interface Props {
  readonly project: string
  readonly projectId: string | undefined
  /** Samples among real events would only confuse; what is under way is shown to its end. */
  readonly offered: boolean
}

export function SampleData({ project, projectId, offered }: Props) {
  const { t } = useLingui()
  const { data } = useQuery(samplesQuery)
  const mayLoad = usePermission('project:write')
  const [chosen, choose] = useState<string>()
  const [visible, setVisible] = useState(0)
  const load = useMutation({
    mutationFn: (scenario: string) => {
      setVisible(0)
      return api('POST /api/v1/projects/:project/samples', { params: { project }, body: { scenario } })
    },
  })
  useLiveMessages((message) => {
    if (message.type === 'digest' && message.projectId === projectId)
      setVisible((before) => before + message.events)
  })
  const scenarios = data?.scenarios ?? []
  const scenario = scenarios.find(({ name }) => name === chosen) ?? scenarios[0]
  if (!mayLoad || (!offered && load.isIdle) || scenario === undefined) return null
  return (
    <Panel title={<Trans>Explore with sample data</Trans>}>
      <div className="grid gap-3 p-3">
        <p className="text-muted">
          <Trans>Fill this project with realistic errors from a made-up shop.</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          {scenarios.length > 1 && (
            <Select label={t`Scenario`} value={scenario.name} onChange={({ target }) => choose(target.value)}>
              {scenarios.map(({ name }) => (
                <option key={name} value={name}>
                  {name.replaceAll('-', ' ')}
                </option>
              ))}
            </Select>
          )}
          <Button busy={load.isPending} onClick={() => load.mutate(scenario.name)}>
            {load.isPending ? t`Loading sample data…` : t`Load sample data`}
          </Button>
        </div>
        <p className="text-meta text-subtle">{scenario.summary}</p>
        {load.error !== null && <Failure title={t`Couldn’t load the sample data`} error={load.error} />}
        {(load.isPending || load.data !== undefined) && (
          <Progress project={project} visible={visible} sent={load.data?.events} />
        )}
      </div>
    </Panel>
  )
}

interface ProgressProps {
  readonly project: string
  readonly visible: number
  /** Undefined while they are still being sent. */
  readonly sent: number | undefined
}

function Progress({ project, visible, sent }: ProgressProps) {
  const { t } = useLingui()
  const seen = Math.min(visible, sent ?? visible)
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={t`Sample events visible`}
        aria-valuemin={0}
        aria-valuemax={sent ?? 1}
        aria-valuenow={sent === undefined ? undefined : seen}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className={cx(
            'h-full bg-accent transition-all duration-200',
            sent === undefined && 'animate-pulse',
          )}
          style={{ width: sent === undefined ? '100%' : `${(seen / Math.max(1, sent)) * 100}%` }}
        />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
        <span>
          {sent === undefined ? (
            <Trans>
              <Count of={seen} /> visible so far…
            </Trans>
          ) : (
            <Trans>
              <Count of={seen} /> of <Count of={sent} /> events visible
            </Trans>
          )}
        </span>
        {seen > 0 && (
          <Link
            to="/projects/$project/issues"
            params={{ project }}
            className="font-strong text-accent underline underline-offset-2"
          >
            <Trans>Open issues</Trans>
          </Link>
        )}
      </p>
    </div>
  )
}
