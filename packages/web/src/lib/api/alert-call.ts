import type { AddressOf, AlertEndpoint } from './addresses.ts'
import { callAt, type Answer, type CallInput } from './call.ts'

/** Where the calls about alerts go: bytes that the first page of nobody needs. */
const ADDRESSES = {
  listAlerts: 'GET /api/v1/alerts',
  createAlert: 'POST /api/v1/alerts',
  backtestAlert: 'POST /api/v1/alerts/backtest',
  getAlert: 'GET /api/v1/alerts/:alert',
  updateAlert: 'PATCH /api/v1/alerts/:alert',
  deleteAlert: 'DELETE /api/v1/alerts/:alert',
  listChannels: 'GET /api/v1/channels',
  createChannel: 'POST /api/v1/channels',
  updateChannel: 'PATCH /api/v1/channels/:channel',
  deleteChannel: 'DELETE /api/v1/channels/:channel',
  testChannel: 'POST /api/v1/channels/:channel/test',
  listDeliveries: 'GET /api/v1/deliveries',
  getDelivery: 'GET /api/v1/deliveries/:delivery',
  retryDelivery: 'POST /api/v1/deliveries/:delivery/retry',
  listShares: 'GET /api/v1/issues/:issue/shares',
  listProjectShares: 'GET /api/v1/projects/:project/shares',
  createShare: 'POST /api/v1/issues/:issue/shares',
  revokeShare: 'DELETE /api/v1/issues/:issue/shares/:share',
  getShared: 'GET /api/v1/share/:token',
} as const satisfies { readonly [Id in AlertEndpoint]: AddressOf<Id> }

export function callAlerts<Id extends AlertEndpoint>(
  id: Id,
  input: CallInput<Id>,
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  return callAt<Id>(ADDRESSES[id], input, signal)
}
