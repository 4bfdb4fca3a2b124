import * as wire from '@hindcast/contract/sentry/releases.ts'
import type { InferOutput } from 'valibot'
import { actorOf } from '#accounts/actor.ts'
import type { Principal } from '#accounts/principal.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { linkHeader } from '#api/sentry/link-header.ts'
import { momentOf } from './release-input.ts'
import { releasePlace, SCOPE } from './release-place.ts'
import { sentryDeploy } from './to-sentry-release.ts'

interface Asked {
  readonly principal: Principal
  readonly params: { readonly organization: string; readonly project?: string; readonly version: string }
}

export function serveSentryDeploys(serve: Serve, { access, commands, releases, publicUrl }: ApiDeps): void {
  const list = async ({ principal, params }: Asked) => {
    const { organization, project } = await releasePlace(access, principal, params)
    return (await releases.one(organization, project, params.version)).deploys.map(sentryDeploy)
  }
  const create = async ({
    principal,
    params,
    body,
  }: Asked & { readonly body: InferOutput<(typeof wire.sentryCreateDeploy)['body']> }) => {
    const { organization, project } = await releasePlace(access, principal, params)
    await releases.one(organization, project, params.version)
    const deploy = await commands.addDeploy(actorOf(principal), organization, params.version, {
      environment: body.environment,
      name: body.name ?? undefined,
      url: body.url ?? undefined,
      startedAt: momentOf('dateStarted', body.dateStarted),
      finishedAt: momentOf('dateFinished', body.dateFinished),
    })
    return sentryDeploy(deploy)
  }
  serve(wire.sentryListDeploys, list)
  serve(wire.sentryListProjectDeploys, list)
  serve(wire.sentryCreateDeploy, create)
  serve(wire.sentryCreateProjectDeploy, create)

  serve(wire.sentryListRepositories, async ({ principal, params, request, header }) => {
    await access.organization(principal, params.organization, SCOPE)
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return []
  })
  serve(wire.sentryListMonitors, async ({ principal, params, request, header }) => {
    await access.organization(principal, params.organization)
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return []
  })
}
