import * as v from 'valibot'
import { AlertSubject } from './alerts.ts'
import { endpoint } from '../endpoint.ts'
import { OrganizationChoice } from '../people/roles.ts'
import { Cursor, Limit, Next, Timestamp } from '../values.ts'

const tag = 'alerts'

const Name = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(64))
const Address = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.url('must be a URL'),
  v.regex(/^https?:\/\//, 'must start with https:// or http://'),
)

export const ChannelTarget = v.variant('kind', [
  v.object({
    kind: v.literal('email'),
    to: v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.email('must be an email address'), v.maxLength(256))),
      v.minLength(1),
      v.maxLength(20),
    ),
  }),
  v.object({ kind: v.picklist(['slack', 'discord', 'webhook']), url: Address }),
])
export type ChannelTarget = v.InferOutput<typeof ChannelTarget>

export const Channel = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(['email', 'slack', 'discord', 'webhook']),
  hint: v.pipe(v.string(), v.description('Part of the address, to recognize the channel.')),
  createdAt: Timestamp,
})
export type Channel = v.InferOutput<typeof Channel>

const Secret = v.pipe(
  v.nullable(v.string()),
  v.description(
    'Secret of a webhook, only returned once. `X-Hindcast-Signature` is `t=<seconds>,v1=<hex>`, the HMAC-SHA256 of the timestamp in seconds, a dot and the body.',
  ),
)

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/v1/channels',
  response: v.object({
    channels: v.array(Channel),
    sendsMail: v.pipe(v.boolean(), v.description('True if a mail server is configured.')),
  }),
  summary: 'List channels',
  access: 'alerts:read',
  tag,
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels',
  body: v.object({ name: Name, target: ChannelTarget, organization: OrganizationChoice }),
  response: v.object({ channel: Channel, secret: Secret }),
  status: 201,
  summary: 'Create a channel',
  access: 'alerts:write',
  tag,
})

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/api/v1/channels/:channel',
  body: v.object({
    name: v.optional(Name),
    target: v.optional(
      v.pipe(ChannelTarget, v.description('Must be of the same type. A webhook gets a new secret.')),
    ),
  }),
  response: v.object({ channel: Channel, secret: Secret }),
  summary: 'Update a channel: name or target',
  access: 'alerts:write',
  tag,
})

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/:channel',
  response: v.object({ deleted: v.string() }),
  summary: 'Delete a channel and its log',
  access: 'alerts:write',
  tag,
})

export const DeliveryAttempt = v.object({
  number: v.number(),
  at: Timestamp,
  durationMs: v.number(),
  ok: v.boolean(),
  status: v.pipe(v.nullable(v.number()), v.description('HTTP status.')),
  answer: v.pipe(v.string(), v.description('The first 500 characters of the response.')),
})
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>

export const testChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channel/test',
  response: v.omit(DeliveryAttempt, ['number']),
  summary: 'Send a test message and return the response',
  access: 'alerts:write',
  tag,
})

export const Delivery = v.object({
  id: v.string(),
  kind: v.picklist(['alert', 'test']),
  alertId: v.nullable(v.string()),
  channelId: v.nullable(v.string()),
  to: v.pipe(v.string(), v.description('Name of the channel or person.')),
  state: v.picklist(['waiting', 'sent', 'dead']),
  attempts: v.number(),
  nextTryAt: v.nullable(Timestamp),
  createdAt: Timestamp,
  subjects: v.array(AlertSubject),
  more: v.number(),
  last: v.nullable(DeliveryAttempt),
})
export type Delivery = v.InferOutput<typeof Delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/deliveries',
  query: v.object({
    channel: v.optional(v.pipe(v.string(), v.description('Only deliveries of this channel.'))),
    alert: v.optional(v.pipe(v.string(), v.description('Only deliveries of this alert.'))),
    cursor: v.optional(Cursor),
    limit: Limit,
  }),
  response: v.object({ deliveries: v.array(Delivery), next: Next }),
  summary: 'List deliveries, latest first',
  access: 'alerts:read',
  tag,
})

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/v1/deliveries/:delivery',
  response: v.object({ delivery: Delivery, attempts: v.array(DeliveryAttempt) }),
  summary: 'Get a delivery with all attempts',
  access: 'alerts:read',
  tag,
})

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/deliveries/:delivery/retry',
  response: v.object({ waiting: v.string() }),
  summary: 'Resend a failed delivery',
  access: 'alerts:write',
  tag,
})
