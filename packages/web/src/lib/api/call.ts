import {
  ADDRESSES,
  type AlertEndpoint,
  type EndpointId,
  type LaterEndpoint,
  type SearchEndpoint,
  type TalkEndpoint,
} from './addresses.ts'
import { callAt, type Answer, type CallInput } from './call-at.ts'

export {
  addressOf,
  callAt,
  CallError,
  isMissing,
  request,
  Unreachable,
  type Answer,
  type CallInput,
} from './call-at.ts'

/** Calls an endpoint of the contract by its name. */
export function call<
  Id extends Exclude<EndpointId, LaterEndpoint | AlertEndpoint | TalkEndpoint | SearchEndpoint>,
>(id: Id, input: CallInput<Id>, signal?: AbortSignal): Promise<Answer<Id>> {
  return callAt<Id>(ADDRESSES[id], input, signal)
}
