import type { PathParams } from '@hindcast/contract/endpoint.ts'
import type { Problem } from '@hindcast/contract/problem.ts'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { EndpointId, Endpoints } from './addresses.ts'
import { serverReach } from './reachability.ts'

type Given<Schema> = Schema extends GenericSchema ? InferInput<Schema> : undefined

export type Answer<Id extends EndpointId> = InferOutput<Endpoints[Id]['response']>

export type CallInput<Id extends EndpointId> = (keyof PathParams<Endpoints[Id]['path']> extends never
  ? { readonly params?: undefined }
  : { readonly params: PathParams<Endpoints[Id]['path']> }) & {
  readonly query?: Given<Endpoints[Id]['query']>
} & (Endpoints[Id]['body'] extends GenericSchema
    ? { readonly body: Given<Endpoints[Id]['body']> }
    : { readonly body?: undefined })

/** The server answered, and the answer is no. The message is meant for people. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly code: Problem['code']
  /** Pasted into Hindcast, this number finds the report of what failed. */
  readonly digest: string | undefined
  readonly fields: Readonly<Record<string, string>>
  /** The places of what is wrong with a search. */
  readonly search: Problem['search']
  constructor(status: number, problem: Problem) {
    super(problem.message)
    this.status = status
    this.code = problem.code
    this.digest = problem.digest
    this.fields = problem.fields ?? {}
    this.search = problem.search
  }
}

/** The address names nothing that is there, or nothing this reader may see: the screen as a whole is not found. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

/** No answer at all, or one from something in front of the server. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Calls an endpoint of the contract at its address. */
export async function callAt<Id extends EndpointId>(
  address: string,
  input: CallInput<Id>,
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  const [method, path] = address.split(' ') as [string, string]
  const body = input.body === undefined ? null : JSON.stringify(input.body)
  const response = await request(addressOf(path, input.params, input.query), {
    method,
    // A change outlives the page that made it; browsers refuse this for more than 64 KiB.
    keepalive: method !== 'GET' && (body ?? '').length < 20_000,
    headers: {
      Accept: 'application/json',
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
    signal: signal ?? null,
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return answer as Answer<Id>
  if (isProblem(answer)) throw new CallError(response.status, answer)
  if (response.status >= 500) throw lost(`status ${response.status}`)
  throw new CallError(response.status, {
    code: 'internal',
    message: `The server answered with status ${response.status}.`,
  })
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

export function addressOf(
  path: string,
  params: Readonly<Record<string, string>> | undefined,
  query: object | undefined,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(key, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

/** `fetch` that tells the page when nobody answers. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw lost(String(error))
  }
}

function lost(why: string): Unreachable {
  serverReach.lost()
  return new Unreachable(`The server does not answer (${why}).`)
}
