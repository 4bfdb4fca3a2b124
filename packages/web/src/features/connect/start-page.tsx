import { listProjectEvents } from '@hindcast/contract/events.ts'
import { getIntake, getUnmatchedIntake } from '@hindcast/contract/intake.ts'
import type { WireMessage } from '@hindcast/contract/live.ts'
import { getProject, type ProjectSummary } from '@hindcast/contract/projects.ts'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useLive } from '../../lib/live.ts'
import { useResource } from '../../lib/resource.ts'
import { useTitle } from '../../lib/title.ts'
import { Failure } from '../../ui/failure.tsx'
import { ConnectPanel } from './connect-panel.tsx'
import { EventsPanel } from './events-panel.tsx'
import { IntakePanel } from './intake-panel.tsx'

interface Props {
  readonly project: ProjectSummary
  readonly publicUrl: string
}

export function StartPage({ project, publicUrl }: Props) {
  useTitle(project.name)
  const params = { project: project.slug }
  const detail = useResource(`project ${project.id}`, (signal) => call(getProject, { params }, signal))
  const events = useResource(`events ${project.id}`, (signal) =>
    call(listProjectEvents, { params, query: { limit: '25' } }, signal),
  )
  const intake = useResource(`intake ${project.id}`, (signal) => call(getIntake, { params }, signal))
  const unmatched = useResource('unmatched', (signal) => call(getUnmatchedIntake, {}, signal))
  const [refused, setRefused] = useState<WireMessage>()

  const phase = useLive((message) => {
    if (message.type === 'wire') {
      if (message.projectId !== null && message.projectId !== project.id) return
      if (message.reason !== '') setRefused(message)
    } else if (message.type === 'reset' || message.projectId === project.id) events.reload()
    intake.reload()
    unmatched.reload()
  })

  const dsn = detail.data?.keys.find((key) => key.enabled)?.dsn
  const failure = detail.error ?? intake.error
  return (
    <main className="start" id="main" tabIndex={-1}>
      <div className="start-head">
        <h1>{project.name}</h1>
        <p className="muted">
          {events.data?.events.length === 0
            ? 'Point an SDK at this project and watch its first events arrive.'
            : 'The newest events, as they arrive.'}
        </p>
        {failure !== undefined && (
          <Failure
            title="Some of this page could not be loaded"
            error={failure}
            onRetry={() => {
              detail.reload()
              intake.reload()
            }}
          />
        )}
      </div>
      <IntakePanel intake={intake.data} unmatched={unmatched.data} refused={refused} />
      <EventsPanel
        key={project.id}
        project={project}
        dsn={dsn}
        page={events.data}
        error={events.error}
        onRetry={events.reload}
        phase={phase}
      />
      <ConnectPanel
        platform={project.platform}
        publicUrl={publicUrl}
        dsn={dsn}
        loading={detail.data === undefined}
      />
    </main>
  )
}
