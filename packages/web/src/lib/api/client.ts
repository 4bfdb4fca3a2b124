import type { PathParams } from '@hindcast/contract/endpoint.ts'
import type { Problem } from '@hindcast/contract/problem.ts'
import type { ENDPOINTS } from '@hindcast/contract/routes.ts'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { serverReach } from './reachability.ts'

type Declared = (typeof ENDPOINTS)[keyof typeof ENDPOINTS]

/** Every endpoint of the contract by its method and path, as in `GET /api/v1/projects/:project/issues`. */
type Endpoints = { readonly [E in Declared as `${E['method']} ${E['path']}`]: E }
export type Address = keyof Endpoints

type Given<Schema> = Schema extends GenericSchema ? InferInput<Schema> : undefined

export type Answer<A extends Address> = InferOutput<Endpoints[A]['response']>
export type QueryOf<A extends Address> = NonNullable<Given<Endpoints[A]['query']>>
export type BodyOf<A extends Address> = Given<Endpoints[A]['body']>

type Input<A extends Address> = (keyof PathParams<Endpoints[A]['path']> extends never
  ? { readonly params?: undefined }
  : { readonly params: PathParams<Endpoints[A]['path']> }) & {
  readonly query?: Given<Endpoints[A]['query']>
  readonly signal?: AbortSignal
} & (Endpoints[A]['body'] extends GenericSchema
    ? { readonly body: BodyOf<A> }
    : { readonly body?: undefined })

/** What may be left out where nothing has to be given. */
type Arguments<A extends Address> = object extends Input<A> ? [input?: Input<A>] : [input: Input<A>]

/** The server answered, and the answer is no. The message is meant for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
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
  return error instanceof ApiError && error.status === 404
}

/** No answer at all, or one from something in front of the server. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/**
 * Calls an endpoint of the contract. Its types follow from the address, and only the address reaches the browser: the
 * schemas behind it would cost more bytes than the screens.
 */
export async function api<A extends Address>(address: A, ...[input]: Arguments<A>): Promise<Answer<A>> {
  const { params, query, body: given, signal } = (input ?? {}) as AnyInput
  const [method, path] = address.split(' ') as [string, string]
  const body = given === undefined ? null : JSON.stringify(given)
  const response = await request(urlOf(path, params, query), {
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
  if (response.ok && answer !== undefined) return answer as Answer<A>
  if (isProblem(answer)) throw new ApiError(response.status, answer)
  if (response.status >= 500) throw lost(`status ${response.status}`)
  throw new ApiError(response.status, {
    code: 'internal',
    message: `The server answered with status ${response.status}.`,
  })
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export function urlOf(
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

/** `fetch` that reports an unreachable server to the page. */
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
