import { listSamples, loadSample } from '@hindcast/contract/projects/samples.ts'
import { AppError } from '#domain/app-error.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveSamples(serve: Serve, { access, samples }: ApiDeps): void {
  serve(listSamples, async () => ({
    scenarios: samples.scenarios().map(({ name, summary }) => ({ name, summary })),
  }))

  serve(loadSample, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    if (!samples.scenarios().some(({ name }) => name === body.scenario)) {
      throw new AppError('not_found', 'Scenario not found.')
    }
    const { events } = await samples.load(project, body.scenario)
    return { events }
  })
}
