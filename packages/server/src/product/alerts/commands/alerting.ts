import type { Alert, AlertRule } from '#domain/alerts/alert.ts'
import type { Channel } from '#domain/alerts/channel.ts'
import type { DeliveryAttempt } from '#domain/alerts/notification.ts'
import type { Actor } from '#domain/people/audit.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { ShareLink } from '#domain/issues/share.ts'
import { createAlert, deleteAlert, updateAlert, type AlertChange, type AlertDeps } from './alerts.ts'
import {
  createChannel,
  deleteChannel,
  retryDelivery,
  testChannel,
  updateChannel,
  type ChannelDeps,
  type GivenTarget,
  type SavedChannel,
} from './channels.ts'
import {
  revokeShare,
  shareIssue,
  type ShareDeps,
  type ShareOptions,
} from '#product/issues/commands/share-issue.ts'

/** Commands for alerts, channels and public links. */
export interface AlertingCommands {
  createAlert(actor: Actor, organization: Organization, rule: AlertRule): Promise<Alert>
  updateAlert(actor: Actor, alert: Alert, change: AlertChange): Promise<Alert>
  deleteAlert(actor: Actor, alert: Alert): Promise<void>
  createChannel(
    actor: Actor,
    organization: Organization,
    input: { readonly name: string; readonly target: GivenTarget },
  ): Promise<SavedChannel>
  updateChannel(
    actor: Actor,
    channel: Channel,
    change: { readonly name?: string | undefined; readonly target?: GivenTarget | undefined },
  ): Promise<SavedChannel>
  deleteChannel(actor: Actor, channel: Channel): Promise<void>
  testChannel(channel: Channel): Promise<Omit<DeliveryAttempt, 'number'>>
  retryDelivery(deliveryId: string): Promise<void>
  shareIssue(
    actor: Actor,
    issue: Issue,
    project: Project,
    options: ShareOptions,
  ): Promise<{ readonly link: ShareLink; readonly token: string }>
  revokeShare(actor: Actor, issue: Issue, project: Project, id: string): Promise<void>
  /** Whether the operator named a mail server. */
  sendsMail(): boolean
}

export function createAlertingCommands(
  deps: AlertDeps & ChannelDeps & ShareDeps & { readonly sendsMail: boolean },
): AlertingCommands {
  return {
    createAlert: (...args) => createAlert(deps, ...args),
    updateAlert: (...args) => updateAlert(deps, ...args),
    deleteAlert: (...args) => deleteAlert(deps, ...args),
    createChannel: (...args) => createChannel(deps, ...args),
    updateChannel: (...args) => updateChannel(deps, ...args),
    deleteChannel: (...args) => deleteChannel(deps, ...args),
    testChannel: (...args) => testChannel(deps, ...args),
    retryDelivery: (...args) => retryDelivery(deps, ...args),
    shareIssue: (...args) => shareIssue(deps, ...args),
    revokeShare: (...args) => revokeShare(deps, ...args),
    sendsMail: () => deps.sendsMail,
  }
}
