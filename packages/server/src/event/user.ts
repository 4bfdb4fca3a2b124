import type { User } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { objectOr, scalarText, text } from './read.ts'

const KNOWN = new Set(['id', 'email', 'username', 'name', 'ip_address', 'data'])

/** What an SDK sends to ask for the address of the connection. */
export const AUTO_ADDRESS = '{{auto}}'

/** `address` is that of the client, and only there when policy allowed it to be kept. */
export function readUser(sent: Json | undefined, address: string | undefined): User | undefined {
  const user = objectOr(sent)
  const sentAddress = text(user['ip_address'])
  const ipAddress = sentAddress === undefined || sentAddress === AUTO_ADDRESS ? address : sentAddress
  const read: User = {
    id: scalarText(user['id']),
    email: text(user['email']),
    username: scalarText(user['username']),
    name: text(user['name']),
    ipAddress,
    data: furtherData(user),
  }
  const empty =
    userKeyOf(read) === undefined && read.name === undefined && Object.keys(read.data).length === 0
  return empty ? undefined : read
}

function furtherData(user: JsonObject): JsonObject {
  const data: JsonObject = isObject(user['data']) ? { ...user['data'] } : {}
  for (const key of Object.keys(user)) if (!KNOWN.has(key)) data[key] = user[key]
  return data
}

/** Identifies the user. */
export function userKeyOf(user: User | undefined): string | undefined {
  return user?.id ?? user?.email ?? user?.username ?? user?.ipAddress
}
