import type { Endpoint, PathParams } from '@hindcast/contract/endpoint.ts'
import { Problem } from '@hindcast/contract/problem.ts'
import * as v from 'valibot'
import { serverReach } from './reach.ts'

type Schema = v.GenericSchema | undefined

export type CallInput<
  Path extends string,
  Query extends Schema,
  Body extends Schema,
> = (keyof PathParams<Path> extends never
  ? { readonly params?: undefined }
  : { readonly params: PathParams<Path> }) &
  (Query extends v.GenericSchema
    ? { readonly query?: v.InferInput<Query> }
    : { readonly query?: undefined }) &
  (Body extends v.GenericSchema ? { readonly body: v.InferInput<Body> } : { readonly body?: undefined })

/** The server answered, and the answer is no. The message is meant for people. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly code: Problem['code']
  /** The log of the server has the cause under this number. */
  readonly digest: string | undefined
  readonly fields: Readonly<Record<string, string>>
  constructor(status: number, problem: Problem) {
    super(problem.message)
    this.status = status
    this.code = problem.code
    this.digest = problem.digest
    this.fields = problem.fields ?? {}
  }
}

/** No answer at all, or one from something in front of the server. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Calls an endpoint of the contract; the mirror of `serve` on the server. */
export async function call<
  Path extends string,
  Query extends Schema,
  Body extends Schema,
  Response extends v.GenericSchema,
>(
  endpoint: Endpoint<Path, Query, Body, Response>,
  input: CallInput<Path, Query, Body>,
  signal?: AbortSignal,
): Promise<v.InferOutput<Response>> {
  const response = await request(addressOf(endpoint.path, input.params, input.query as object | undefined), {
    method: endpoint.method,
    headers: {
      Accept: 'application/json',
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: signal ?? null,
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return v.parse(endpoint.response, body)
  const problem = v.safeParse(Problem, body)
  if (problem.success) throw new CallError(response.status, problem.output)
  if (response.status >= 500) throw lost(`status ${response.status}`)
  throw new CallError(response.status, {
    code: 'internal',
    message: `The server answered with status ${response.status}.`,
  })
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
