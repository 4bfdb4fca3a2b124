import type { GenericSchema } from 'valibot'
import type { Scope } from './people/scope.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * `public`: no authentication. `any`: any valid credentials. `session`: a signed-in user, never a token; with a
 * scope, the user's role must include it. Otherwise the scope that the token or the user's role needs.
 */
export type Access = Scope | 'public' | 'any' | 'session' | `session ${Scope}`

/** The scope that an endpoint requires from a user or a token. */
export function neededScope(access: Access): Scope | undefined {
  const [first, second] = access.split(' ')
  return [second, first].find((part): part is Scope => part?.includes(':') === true)
}

/** Closed to tokens, whatever their scopes. */
export function isForPeople(access: Access): boolean {
  return access.startsWith('session')
}

export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** `'/issues/:issue/events/:event'` gives `{ issue: string; event: string }`. */
export type PathParams<Path extends string> = { readonly [Name in ParamName<Path>]: string }

type TextSchema = GenericSchema<string, string>

export interface Endpoint<
  Path extends string = string,
  Query extends GenericSchema | undefined = GenericSchema | undefined,
  Body extends GenericSchema | undefined = GenericSchema | undefined,
  Response extends GenericSchema = GenericSchema,
  Allowed extends Access = Access,
  Verb extends Method = Method,
> {
  readonly method: Verb
  readonly path: Path
  /** Narrower schemas for path parameters; one that is not named here is any text without a slash. */
  readonly params: { readonly [Name in ParamName<Path>]?: TextSchema }
  readonly query: Query
  readonly body: Body
  readonly response: Response
  readonly status: 200 | 201 | 204
  /** `multipart`: a form with files, which its handler reads by itself. */
  readonly consumes: 'json' | 'multipart'
  /** `stream`: server-sent events, each of which has the shape of `response`. */
  readonly produces: 'json' | 'stream'
  /** Name of the list in the answer that is a table: it can be had as CSV and NDJSON as well. */
  readonly rows: string | undefined
  readonly summary: string
  readonly access: Allowed
  readonly tag: string
}

/** Declares a route once; the server serves it and the client calls it from the same value. */
export function endpoint<
  const Path extends string,
  Response extends GenericSchema,
  const Allowed extends Access,
  const Verb extends Method,
  Query extends GenericSchema | undefined = undefined,
  Body extends GenericSchema | undefined = undefined,
>(declared: {
  readonly method: Verb
  readonly path: Path
  readonly params?: { readonly [Name in ParamName<Path>]?: TextSchema }
  readonly query?: Query
  readonly body?: Body
  readonly response: Response
  readonly status?: 200 | 201 | 204
  readonly consumes?: 'json' | 'multipart'
  readonly produces?: 'json' | 'stream'
  readonly rows?: string
  readonly summary: string
  readonly access: Allowed
  readonly tag: string
}): Endpoint<Path, Query, Body, Response, Allowed, Verb> {
  return {
    method: declared.method,
    path: declared.path,
    params: declared.params ?? {},
    query: declared.query as Query,
    body: declared.body as Body,
    response: declared.response,
    status: declared.status ?? 200,
    consumes: declared.consumes ?? 'json',
    produces: declared.produces ?? 'json',
    rows: declared.rows,
    summary: declared.summary,
    access: declared.access,
    tag: declared.tag,
  }
}
