import type { Context, Hono } from 'hono'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import * as v from 'valibot'
import type { Access, Endpoint, PathParams } from '@hindcast/contract/endpoint.ts'
import type { Principal } from '#accounts/principal.ts'
import { observeQuestion, type ObserveAnswer } from './observe.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { askWithin } from '#domain/question.ts'
import { download, formatOf } from './download/download.ts'
import { parsed } from './invalid-request.ts'
import type { SendJson } from './send-json.ts'

type Parsed<Schema extends GenericSchema | undefined> = Schema extends GenericSchema
  ? InferOutput<Schema>
  : undefined

export interface Call<
  Path extends string,
  Query extends GenericSchema | undefined,
  Body extends GenericSchema | undefined,
  Allowed extends Access,
> {
  readonly params: PathParams<Path>
  readonly query: Parsed<Query>
  readonly body: Parsed<Body>
  readonly principal: Allowed extends 'public' ? undefined : Principal
  readonly request: Request
  readonly header: (name: string, value: string) => void
}

/** Serves a declared endpoint. A handler gets what its schemas made of the request; a Response passes as it is. */
export type Serve = <
  Path extends string,
  Query extends GenericSchema | undefined,
  Body extends GenericSchema | undefined,
  Result extends GenericSchema,
  Allowed extends Access,
>(
  endpoint: Endpoint<Path, Query, Body, Result, Allowed>,
  handle: (call: Call<Path, Query, Body, Allowed>) => Promise<InferInput<Result> | Response>,
) => void

export interface ServeOptions {
  /** The caller, or an AppError if `access` rejects it. */
  readonly admit: (request: Request, access: Access) => Promise<Principal | undefined>
  /** In development and tests: an answer that does not fit its schema is a failure. */
  readonly checkAnswers: boolean
  /** How long a request may read. */
  readonly deadlineMs: number
  readonly sendJson: SendJson
  readonly observe: ObserveAnswer
}

export function createServe(app: Hono, options: ServeOptions): Serve {
  const { admit, checkAnswers, deadlineMs, sendJson, observe } = options
  return (endpoint, handle) => {
    // The router drops a slash at the end of what is asked, so it must not wait for one either.
    app.on(endpoint.method, endpoint.path.replace(/\/$/, ''), async (c) => {
      const principal = await admit(c.req.raw, endpoint.access)
      const call = {
        params: paramsOf(c, endpoint),
        query: endpoint.query && parsed(endpoint.query, 'query', c.req.query()),
        body:
          endpoint.body && parsed(endpoint.body, 'body', await bodyOf(c, endpoint.body.type === 'optional')),
        principal,
        request: c.req.raw,
        header: (name, value) => c.header(name, value),
      } as Parameters<typeof handle>[0]
      const requester = principal?.userId ?? principal?.tokenId ?? 'anybody'
      const limits = { deadlineMs, gone: c.req.raw.signal, changes: endpoint.method !== 'GET' }
      const format = formatOf(endpoint, c.req.raw)
      if (format !== undefined) {
        const page = (cursor: string | undefined) =>
          observeQuestion(observe, () =>
            askWithin(requester, limits, () => handle(pageOf(endpoint, call, cursor))),
          )
        return download({ endpoint, format, params: call.params, page })
      }
      const answer = await observeQuestion(observe, () => askWithin(requester, limits, () => handle(call)))
      if (answer instanceof Response) return answer
      if (checkAnswers) v.parse(endpoint.response, answer)
      if (endpoint.status === 204) return c.body(null, 204)
      return sendJson(c, answer, endpoint.status)
    })
  }
}

/** The same question for the next rows, as many as one answer may have; for all of them where there are no pages. */
function pageOf<C extends { readonly query: unknown }>(
  endpoint: Endpoint,
  call: C,
  cursor: string | undefined,
): C {
  const query = call.query as Readonly<Record<string, unknown>> | undefined
  const { entries } = (endpoint.query ?? {}) as { readonly entries?: object }
  const { downloadRows, downloadPageRows } = LIMITS.answers
  const limit = entries !== undefined && 'cursor' in entries ? downloadPageRows : downloadRows
  return {
    ...call,
    query: {
      ...query,
      ...(query?.['limit'] !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
    },
  }
}

/** An address with an impossible part leads nowhere, so it is not found rather than malformed. */
function paramsOf(c: Context, endpoint: Endpoint): Record<string, string> {
  const params = c.req.param() as Record<string, string>
  const schemas: Readonly<Record<string, GenericSchema<string, string> | undefined>> = endpoint.params
  for (const [name, value] of Object.entries(params)) {
    const result = v.safeParse(schemas[name] ?? v.string(), value)
    if (!result.success) throw new AppError('not_found', `${name}: ${result.issues[0].message}`)
  }
  return params
}

/** Where the schema can do without a body, none is no mistake. */
async function bodyOf(c: Context, isOptional: boolean): Promise<unknown> {
  try {
    const text = await c.req.text()
    return isOptional && text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new AppError('invalid_input', 'The body is not JSON.')
  }
}
