import {
  backtestAlert,
  createAlert,
  deleteAlert,
  getAlert,
  listAlerts,
  updateAlert,
} from '@hindcast/contract/alerts/alerts.ts'
import { actorOf } from '#accounts/actor.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { ApiDeps } from '#api/deps.ts'
import { chosenOrganization } from '#api/http/organizations.ts'
import { present } from '#api/http/present.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiAlert, toApiBacktest } from './to-api-alert.ts'

export function serveAlerts(serve: Serve, { access, alerting, alertQueries }: ApiDeps): void {
  async function found(principal: Principal, id: string, scope: Scope) {
    const organizations = await access.organizations(principal, scope)
    const one = await alertQueries.alert(id)
    if (one === undefined || organizations.every((own) => own.id !== one.alert.organizationId)) {
      throw new AppError('not_found', 'Alert not found.')
    }
    return one
  }

  serve(listAlerts, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'alerts:read')
    const lists = await Promise.all(organizations.map((organization) => alertQueries.alerts(organization)))
    return { alerts: lists.flat().map(toApiAlert) }
  })

  serve(getAlert, async ({ principal, params }) =>
    toApiAlert(await found(principal, params.alert, 'alerts:read')),
  )

  serve(createAlert, async ({ principal, body }) => {
    const { organization: slug, ...rule } = body
    const organization = await chosenOrganization(access, principal, slug, 'alerts:write')
    await alertQueries.checkQuery(organization, rule)
    const { id } = await alerting.createAlert(actorOf(principal), organization, rule)
    return toApiAlert(await found(principal, id, 'alerts:write'))
  })

  serve(updateAlert, async ({ principal, params, body }) => {
    const { alert } = await found(principal, params.alert, 'alerts:write')
    const { mutedUntil, ...rest } = present(body)
    const change = {
      ...rest,
      ...(mutedUntil !== undefined && { mutedUntil: mutedUntil === null ? null : Date.parse(mutedUntil) }),
    }
    if (change.for !== undefined) {
      await alertQueries.checkQuery({ id: alert.organizationId }, { ...alert, ...change })
    }
    await alerting.updateAlert(actorOf(principal), alert, change)
    return toApiAlert(await found(principal, params.alert, 'alerts:write'))
  })

  serve(deleteAlert, async ({ principal, params }) => {
    const { alert } = await found(principal, params.alert, 'alerts:write')
    await alerting.deleteAlert(actorOf(principal), alert)
    return { deleted: alert.id }
  })

  serve(backtestAlert, async ({ principal, body }) => {
    const { organization: slug, ...rule } = body
    const organization = await chosenOrganization(access, principal, slug, 'alerts:read')
    return toApiBacktest(await alertQueries.backtest(organization, rule))
  })
}
