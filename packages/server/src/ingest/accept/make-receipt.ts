import type { Receipt } from '#spool/spool.ts'
import { clientAddressOf } from '#ingest/http/client-address.ts'
import type { IntakeRequest } from './intake-request.ts'

type Draft = { -readonly [Field in keyof Receipt]: Receipt[Field] }

/** Metadata of the request, stored with the body. */
export function makeReceipt(
  request: IntakeRequest,
  form: Receipt['form'],
  eventId: string | undefined,
  refusedItems: readonly number[] = [],
): Receipt {
  const { headers, query } = request
  const { key, project } = request.entry!
  const receipt: Draft = { receivedAt: request.receivedAt, projectId: project.id, keyId: key.id, form }
  if (eventId !== undefined) receipt.eventId = eventId
  const address = clientAddressOf(request)
  if (address !== undefined) receipt.clientAddress = address
  const userAgent = headers['user-agent']
  if (userAgent !== undefined) receipt.userAgent = userAgent
  const hints = clientHintsOf(request)
  if (hints !== undefined) receipt.clientHints = hints
  const sdk = sdkOf(request)
  if (sdk !== undefined) receipt.sdk = sdk
  if (query.environment !== undefined) receipt.environment = query.environment
  if (query.release !== undefined) receipt.release = query.release
  if (refusedItems.length > 0) receipt.refusedItems = refusedItems
  return receipt
}

export function sdkOf(request: IntakeRequest): string | undefined {
  return request.credentials?.client ?? request.query.client
}

const HINTS = [
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-model',
  'sec-ch-ua-arch',
  'sec-ch-ua-bitness',
  'sec-ch-ua-full-version',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-form-factors',
  'sec-ch-ua-wow64',
] as const

function clientHintsOf({ headers }: IntakeRequest): Record<string, string> | undefined {
  // Every browser that sends any hint sends this one.
  if (headers['sec-ch-ua-platform'] === undefined) return undefined
  let found: Record<string, string> | undefined
  for (const name of HINTS) {
    const value = headers[name]
    if (typeof value !== 'string') continue
    found ??= {}
    found[name] = value
  }
  return found
}
