import { AUTO_ADDRESS } from '#event/user.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import type { Scrubbed } from '#domain/events/stored-event.ts'
import { isAddressHeader } from '#digest/scrub/address-headers.ts'
import { mapEntries } from '#digest/scrub/copy-on-write.ts'

/** SDKs from before `infer_ip` expect the server to fill in the address of these without asking. */
const INFERRED_PLATFORMS: ReadonlySet<Json | undefined> = new Set(['javascript', 'cocoa', 'objc'])

const RULE = 'client address'

export interface AddressedPayload {
  readonly payload: JsonObject
  /** The address of the connection, where it may be kept and is not in the payload already. */
  readonly address: string | undefined
  readonly scrubbed: readonly Scrubbed[]
}

/** Keeps the client's address only where the SDK's settings and the project both allow it (spec PL5). */
export function applyAddressPolicy(
  payload: JsonObject,
  clientAddress: string | undefined,
  storeClientAddress: boolean,
): AddressedPayload {
  if (!storeClientAddress) return withoutAddresses(payload)
  const inferred = mayInfer(payload) ? (clientAddress ?? remoteAddress(payload)) : undefined
  return { payload, address: inferred, scrubbed: [] }
}

function mayInfer(payload: JsonObject): boolean {
  const user = payload['user']
  const sent = isObject(user) ? user['ip_address'] : undefined
  if (typeof sent === 'string' && sent !== '' && sent !== AUTO_ADDRESS) return false
  const setting = inferSetting(payload['sdk'])
  if (setting !== undefined) return setting === 'auto'
  return sent === AUTO_ADDRESS || INFERRED_PLATFORMS.has(payload['platform'])
}

function inferSetting(sdk: Json | undefined): Json | undefined {
  const settings = isObject(sdk) ? sdk['settings'] : undefined
  return isObject(settings) ? settings['infer_ip'] : undefined
}

function remoteAddress(payload: JsonObject): string | undefined {
  const request = payload['request']
  const env = isObject(request) ? request['env'] : undefined
  const address = isObject(env) ? env['REMOTE_ADDR'] : undefined
  return typeof address === 'string' && address !== '' ? address : undefined
}

function withoutAddresses(payload: JsonObject): AddressedPayload {
  const scrubbed: Scrubbed[] = []
  const without = (value: Json, path: string, isAddress: (key: string) => boolean): Json => {
    if (Array.isArray(value)) return value.filter((entry) => !isAddressPair(entry, path, scrubbed))
    if (!isObject(value)) return value
    return mapEntries(value, (key, entry) => {
      if (!isAddress(key)) return entry
      scrubbed.push({ path: `${path}.${key}`, rule: RULE })
      return undefined
    })
  }
  const kept = mapEntries(payload, (key, value) => {
    if (key === 'user') return without(value, 'user', (name) => name === 'ip_address' || name === 'geo')
    if (key !== 'request' || !isObject(value)) return value
    return mapEntries(value, (part, entry) =>
      part === 'headers' || part === 'env' ? without(entry, `request.${part}`, isAddressHeader) : entry,
    )
  })
  return { payload: kept, address: undefined, scrubbed }
}

function isAddressPair(entry: Json, path: string, scrubbed: Scrubbed[]): boolean {
  const name = Array.isArray(entry) ? entry[0] : undefined
  if (typeof name !== 'string' || !isAddressHeader(name)) return false
  scrubbed.push({ path: `${path}.${name}`, rule: RULE })
  return true
}
