import {
  createChannel,
  deleteChannel,
  getDelivery,
  listChannels,
  listDeliveries,
  retryDelivery,
  testChannel,
  updateChannel,
} from '@hindcast/contract/alerts/channels.ts'
import { actorOf } from '#accounts/actor.ts'
import type { Principal } from '#accounts/principal.ts'
import type { Delivery } from '#domain/alerts/notification.ts'
import { AppError } from '#domain/app-error.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { ApiDeps } from '#api/deps.ts'
import { chosenOrganization } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiAttempt, toApiChannel, toApiDelivery, toApiOutcome } from './to-api-alert.ts'

export function serveChannels(serve: Serve, deps: ApiDeps): void {
  const { access, alerting, alertQueries } = deps

  async function found(principal: Principal, id: string, scope: Scope) {
    const channel = await alertQueries.channel(id)
    const organizations = await access.organizations(principal, scope)
    if (channel && organizations.some((own) => own.id === channel.organizationId)) return channel
    throw new AppError('not_found', 'Channel not found.')
  }

  serve(listChannels, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'alerts:read')
    const lists = await Promise.all(organizations.map((own) => alertQueries.channels(own)))
    return { channels: lists.flat().map(toApiChannel), sendsMail: alerting.sendsMail() }
  })

  serve(createChannel, async ({ principal, body }) => {
    const organization = await chosenOrganization(access, principal, body.organization, 'alerts:write')
    const { channel, secret = null } = await alerting.createChannel(actorOf(principal), organization, body)
    return { channel: toApiChannel(channel), secret }
  })

  serve(updateChannel, async ({ principal, params, body }) => {
    const before = await found(principal, params.channel, 'alerts:write')
    const { channel, secret = null } = await alerting.updateChannel(actorOf(principal), before, body)
    return { channel: toApiChannel(channel), secret }
  })

  serve(deleteChannel, async ({ principal, params }) => {
    const channel = await found(principal, params.channel, 'alerts:write')
    await alerting.deleteChannel(actorOf(principal), channel)
    return { deleted: channel.id }
  })

  serve(testChannel, async ({ principal, params }) =>
    toApiOutcome(await alerting.testChannel(await found(principal, params.channel, 'alerts:write'))),
  )
  serveDeliveries(serve, deps)
}

function serveDeliveries(serve: Serve, { access, alerting, alertQueries }: ApiDeps): void {
  async function found(principal: Principal, id: string, scope: Scope) {
    const one = await alertQueries.delivery(id)
    const organizations = await access.organizations(principal, scope)
    const organization = organizations.find((own) => own.id === one?.delivery.organizationId)
    if (one === undefined || organization === undefined) {
      throw new AppError('not_found', 'Delivery not found.')
    }
    return { ...one, organization }
  }

  /** What addressees are called; a channel that is gone took its deliveries along. */
  async function namesFor(organization: Organization, deliveries: readonly Delivery[]) {
    const channels = await alertQueries.channels(organization)
    const people = await alertQueries.people(
      deliveries.flatMap(({ to }) => (to.kind === 'person' ? [to.id] : [])),
    )
    return ({ to }: Delivery) =>
      (to.kind === 'person' ? people.get(to.id) : channels.find(({ id }) => id === to.id)?.name) ?? ''
  }

  serve(listDeliveries, async ({ principal, query }) => {
    const { channel, alert, cursor, limit } = query
    const pages = []
    for (const organization of await access.organizations(principal, 'alerts:read')) {
      const deliveries = await alertQueries.deliveries(organization, {
        ...(channel && { channelId: channel }),
        ...(alert && { alertId: alert }),
        ...(cursor && { before: beforeOf(cursor) }),
        limit,
      })
      const nameOf = await namesFor(organization, deliveries)
      pages.push(...deliveries.map((delivery) => toApiDelivery(delivery, nameOf(delivery))))
    }
    const shown = pages.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, limit)
    const last = shown.at(-1)
    const next = shown.length < limit || last === undefined ? null : String(Date.parse(last.createdAt))
    return { deliveries: shown, next }
  })

  serve(getDelivery, async ({ principal, params }) => {
    const { delivery, attempts, organization } = await found(principal, params.delivery, 'alerts:read')
    const nameOf = await namesFor(organization, [delivery])
    return {
      delivery: toApiDelivery({ ...delivery, last: attempts.at(-1) }, nameOf(delivery)),
      attempts: attempts.map(toApiAttempt),
    }
  })

  serve(retryDelivery, async ({ principal, params }) => {
    const { delivery } = await found(principal, params.delivery, 'alerts:write')
    await alerting.retryDelivery(delivery.id)
    return { waiting: delivery.id }
  })
}

function beforeOf(cursor: string): number {
  if (/^\d{1,16}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_input', 'cursor: is not one that was given out.')
}
