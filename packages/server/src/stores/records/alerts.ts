import type { Alert, AlertRule, TriggerKind } from '#domain/alerts/alert.ts'
import type { Channel } from '#domain/alerts/channel.ts'
import type { AlertMemory } from '#domain/alerts/fact.ts'
import type {
  Addressee,
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  Notification,
} from '#domain/alerts/notification.ts'
import type { ShareLink } from '#domain/issues/share.ts'
import type { TimeRange } from '#domain/time-range.ts'

/** Something that happened to an issue. Written with the event that caused it, so that neither is there alone. */
export interface AlertTrigger {
  /** A later one has the higher. */
  readonly id: number
  readonly kind: TriggerKind
  readonly projectId: string
  readonly issueId: string
  readonly at: number
}

export interface TriggerRecords {
  /** Behind `after`, in order. */
  since(after: number, limit: number): Promise<readonly AlertTrigger[]>
  /** Oldest first. */
  between(
    range: TimeRange,
    options: { readonly kind: TriggerKind; readonly projectIds: readonly string[]; readonly limit: number },
  ): Promise<readonly AlertTrigger[]>
  /** The last one there is; 0 where there is none. */
  last(): Promise<number>
  expire(before: number): Promise<void>
}

export interface NewDelivery {
  readonly id: string
  readonly to: Addressee
  readonly notification: Notification
}

export interface AlertRecords {
  /** `conflict` where the organization has so many already. */
  create(
    alert: AlertRule & Pick<Alert, 'organizationId' | 'createdBy'>,
    options: { readonly memory: AlertMemory; readonly now: number; readonly most: number },
  ): Promise<Alert>
  /** Of all organizations, or of one; oldest first. */
  list(organizationId?: string): Promise<readonly Alert[]>
  byId(id: string): Promise<Alert | undefined>
  /** With a memory, the alert's state is reset. `not_found` if it was deleted. */
  update(
    id: string,
    change: Partial<Pick<Alert, 'when' | 'for' | 'tell' | 'every' | 'enabled'>> & {
      /** Null: it is not muted any more. */
      readonly mutedUntil?: number | null
    },
    options: { readonly memory?: AlertMemory; readonly now: number },
  ): Promise<Alert>
  delete(id: string): Promise<boolean>
  memory(id: string): Promise<AlertMemory | undefined>
  /**
   * One transaction: the alert's new state and the resulting messages. False, without a write, if the alert was
   * changed since `updatedAt`.
   */
  remember(
    alert: Pick<Alert, 'id' | 'updatedAt'>,
    memory: AlertMemory,
    told: { readonly firedAt: number | undefined; readonly deliveries: readonly NewDelivery[] },
    now: number,
  ): Promise<boolean>
}

export interface ChannelRecords {
  create(channel: Omit<Channel, 'id'>, options: { readonly most: number }): Promise<Channel>
  list(organizationId: string): Promise<readonly Channel[]>
  byId(id: string): Promise<Channel | undefined>
  update(id: string, change: Partial<Pick<Channel, 'name' | 'hint' | 'sealed'>>): Promise<Channel>
  /** What waits for it goes too. */
  delete(id: string): Promise<boolean>
}

export interface DeliveryRecords {
  /** With `held` it is not due: the caller sends it. */
  add(
    organizationId: string,
    delivery: NewDelivery,
    now: number,
    options?: { readonly held: boolean },
  ): Promise<Delivery>
  /** Those whose time has come, longest due first. */
  due(now: number, limit: number): Promise<readonly Delivery[]>
  /** The result of an attempt, and what it makes of the delivery. */
  attempted(
    id: string,
    attempt: DeliveryAttempt,
    then: { readonly state: DeliveryState; readonly nextTryAt: number | undefined },
  ): Promise<void>
  byId(id: string): Promise<Delivery | undefined>
  /** Newest first. */
  list(
    organizationId: string,
    options: {
      readonly channelId?: string
      readonly alertId?: string
      readonly before?: number
      readonly limit: number
    },
  ): Promise<ReadonlyArray<Delivery & { readonly last: DeliveryAttempt | undefined }>>
  /** In order. */
  attempts(id: string): Promise<readonly DeliveryAttempt[]>
  /** A dead one waits again; false where it is not dead. */
  revive(id: string, now: number): Promise<boolean>
  expire(before: number): Promise<void>
}

export type NewShareLink = Omit<ShareLink, 'id' | 'lastOpenedAt'> & { readonly hash: string }

export interface ShareLimits {
  readonly most: number
  readonly mostOfProject: number
}

export interface ListedLink {
  readonly link: ShareLink
  readonly issue: { readonly number: number; readonly title: string }
}

export interface SharedIssueLink {
  readonly id: string
  readonly projectSlug: string
  readonly number: number
  readonly title: string
}

/** A link is found until it is revoked, has ended, or who made it is no member any more. */
export interface ShareRecords {
  /** Only the hash of its token is stored. `conflict` where the issue or its project has so many. */
  create(link: NewShareLink, limits: ShareLimits): Promise<ShareLink>
  byHash(hash: string, now: number): Promise<ShareLink | undefined>
  /** Newest first. */
  ofIssue(issueId: string, now: number): Promise<readonly ShareLink[]>
  /** Newest first. */
  ofProject(projectId: string, now: number): Promise<readonly ListedLink[]>
  opened(id: string, now: number): Promise<void>
  delete(issueId: string, id: string): Promise<boolean>
  /** Everything a member created in an organization; returns what was removed. */
  deleteOf(organizationId: string, userId: string): Promise<readonly SharedIssueLink[]>
}
