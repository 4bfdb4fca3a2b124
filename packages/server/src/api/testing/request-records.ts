import type { WireMessage } from '@hindcast/contract/intake/live.ts'
import { requestMessage } from '#api/live/request-message.ts'
import { NOW } from './world.ts'

/** Default: an accepted envelope of a known project. */
export function aWireMessage(over: Partial<WireMessage> = {}): WireMessage {
  const message = requestMessage({
    at: NOW,
    method: 'POST',
    pattern: '/api/:project/envelope/',
    keyPrefix: 'abcdef',
    projectId: '1',
    status: 200,
    reason: '',
    detail: '',
    bytes: 120,
    items: 1,
    origin: undefined,
    sdk: undefined,
    durationMs: 1,
  })
  return { ...message, ...over }
}
