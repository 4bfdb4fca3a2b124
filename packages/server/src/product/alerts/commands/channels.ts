import { randomBytes, randomUUID } from 'node:crypto'
import { hintOf, type Channel, type ChannelKind, type ChannelTarget } from '#domain/alerts/channel.ts'
import type { DeliveryAttempt } from '#domain/alerts/notification.ts'
import { AppError } from '#domain/app-error.ts'
import type { Actor } from '#domain/people/audit.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Organization } from '#domain/projects/project.ts'
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.ts'
import { audit, type AuditDeps } from '#product/common/commands/audit.ts'

export interface ChannelDeps extends AuditDeps, DeliveryDeps {
  readonly records: AuditDeps['records'] & DeliveryDeps['records']
  readonly publicUrl: () => string
}

/** As people give it: the secret of a webhook is ours to make. */
export type GivenTarget =
  | Extract<ChannelTarget, { readonly kind: 'email' }>
  | { readonly kind: Exclude<ChannelKind, 'email'>; readonly url: string }

export interface SavedChannel {
  readonly channel: Channel
  /** Of a webhook, when it was just made. */
  readonly secret: string | undefined
}

export async function createChannel(
  deps: ChannelDeps,
  actor: Actor,
  { id: organizationId }: Organization,
  { name, target: given }: { readonly name: string; readonly target: GivenTarget },
): Promise<SavedChannel> {
  const target = complete(given)
  const channel = await deps.records.channels.create(
    { organizationId, name, kind: target.kind, ...kept(deps, target), createdAt: deps.now() },
    { most: LIMITS.alerts.channels },
  )
  await audit(deps, actor, {
    organizationId,
    verb: 'created',
    target: auditTarget(channel),
    after: shown(channel),
  })
  return { channel, secret: secretOf(target) }
}

export async function updateChannel(
  deps: ChannelDeps,
  actor: Actor,
  before: Channel,
  { name, target: given }: { readonly name?: string | undefined; readonly target?: GivenTarget | undefined },
): Promise<SavedChannel> {
  if (given !== undefined && given.kind !== before.kind) {
    throw new AppError(
      'invalid_input',
      `target: the channel is of the kind ${before.kind}; make another one.`,
    )
  }
  const target = given && complete(given)
  const channel = await deps.records.channels.update(before.id, {
    ...(name !== undefined && { name }),
    ...(target && kept(deps, target)),
  })
  await audit(deps, actor, {
    organizationId: before.organizationId,
    verb: 'changed',
    target: auditTarget(channel),
    before: shown(before),
    after: shown(channel),
  })
  return { channel, secret: target && secretOf(target) }
}

export async function deleteChannel(deps: ChannelDeps, actor: Actor, channel: Channel): Promise<void> {
  if (!(await deps.records.channels.delete(channel.id))) {
    throw new AppError('not_found', 'Channel not found.')
  }
  const { organizationId } = channel
  await audit(deps, actor, {
    organizationId,
    verb: 'deleted',
    target: auditTarget(channel),
    before: shown(channel),
  })
}

/** Goes out at once and only once, and stands in the log like any other. */
export async function testChannel(
  deps: ChannelDeps,
  channel: Channel,
): Promise<Omit<DeliveryAttempt, 'number'>> {
  const at = deps.now()
  const address = `${deps.publicUrl()}/alerts`
  const delivery = await deps.records.deliveries.add(
    channel.organizationId,
    {
      id: randomUUID(),
      to: { kind: 'channel', id: channel.id },
      notification: {
        kind: 'test',
        at,
        sentence: `This is a test of the channel ${channel.name}. Nothing has happened.`,
        subjects: [],
        more: 0,
        links: { mute: address, tune: address },
      },
    },
    at,
    { held: true },
  )
  const { ok, status, answer } = await attemptDelivery(deps, delivery, { once: true })
  return { at, durationMs: deps.now() - at, ok, status, answer }
}

export async function retryDelivery({ records, now }: ChannelDeps, deliveryId: string): Promise<void> {
  if (await records.deliveries.revive(deliveryId, now())) return
  throw new AppError('conflict', 'Only a failed delivery can be resent.')
}

function complete(target: GivenTarget): ChannelTarget {
  if (target.kind === 'email') return { kind: 'email', to: [...new Set(target.to)] }
  const { username, password } = new URL(target.url)
  if (username !== '' || password !== '') {
    // Rejected here, because it would be saved and fail with every message.
    throw new AppError('invalid_input', 'target.url: must have no name and no password in it.')
  }
  if (target.kind !== 'webhook') return { kind: target.kind, url: target.url }
  return { kind: 'webhook', url: target.url, secret: `whsec_${randomBytes(24).toString('base64url')}` }
}

function secretOf(target: ChannelTarget): string | undefined {
  return target.kind === 'webhook' ? target.secret : undefined
}

function kept({ box }: ChannelDeps, target: ChannelTarget) {
  return { hint: hintOf(target), sealed: box.seal(JSON.stringify(target)) }
}

/** What may stand in the audit log. */
function shown({ name, kind, hint }: Channel) {
  return { name, kind, hint }
}

function auditTarget({ id, name }: Channel) {
  return { kind: 'channel', id, name } as const
}
