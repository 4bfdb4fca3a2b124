import type { ProjectSummary } from '@hindcast/contract/projects.ts'
import { listSamples, loadSample } from '@hindcast/contract/samples.ts'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useResource } from '../../lib/resource.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'

export function Waiting({ project }: { readonly project: ProjectSummary }) {
  return (
    <div className="waiting">
      <p className="waiting-title" role="status">
        Waiting for the first event…
      </p>
      <p className="muted">It shows here within a second of being sent. Three ways to get one:</p>
      <ol className="steps">
        <li>Paste the snippet into your app and throw an error in it.</li>
        <li>Send a test error with the button above: it takes the way every event takes.</li>
        <li>
          <Samples project={project.slug} />
        </li>
      </ol>
      <p className="subtle">
        Sent something and nothing came? The intake line says what was refused and why. No request at all
        often means an ad blocker, or a DSN that the build did not pick up.
      </p>
    </div>
  )
}

function Samples({ project }: { readonly project: string }) {
  const samples = useResource('samples', (signal) => call(listSamples, {}, signal))
  const [chosen, choose] = useState<string>()
  const [state, setState] = useState<'idle' | 'loading' | 'loaded'>('idle')
  const [error, setError] = useState<unknown>()
  const scenarios = samples.data?.scenarios ?? []
  const scenario = scenarios.find(({ name }) => name === chosen) ?? scenarios[0]
  const load = async () => {
    if (scenario === undefined) return
    setState('loading')
    setError(undefined)
    try {
      await call(loadSample, { params: { project }, body: { scenario: scenario.name } })
      setState('loaded')
    } catch (failure) {
      setState('idle')
      setError(failure)
    }
  }
  return (
    <div className="samples">
      <span>Or look around first, with believable data:</span>
      <div className="samples-choice">
        {scenarios.length > 1 && (
          <select
            className="select"
            aria-label="Scenario"
            value={scenario?.name}
            onChange={(e) => choose(e.target.value)}
          >
            {scenarios.map(({ name }) => (
              <option key={name} value={name}>
                {name.replaceAll('-', ' ')}
              </option>
            ))}
          </select>
        )}
        <Button kind="primary" busy={state !== 'idle' || scenario === undefined} onClick={() => void load()}>
          {state === 'idle' ? 'Load sample data' : 'Loading sample data…'}
        </Button>
      </div>
      {scenario !== undefined && <span className="subtle">{scenario.summary}</span>}
      {error !== undefined && <Failure title="The sample data could not be loaded" error={error} />}
    </div>
  )
}
