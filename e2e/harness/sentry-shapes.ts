import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bringSentryApi } from './client-packages.ts'
import { SENTRY_API } from './paths.ts'

/** Says how an answer differs from the published shape of its status: `[].user: lacks avatarUrl`. */
export type Shape = (status: number, body: unknown) => readonly string[]

interface Fault {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}
interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly Fault[] | null
}
type Schema = Readonly<Record<string, unknown>>
interface Packages {
  readonly sdk: Readonly<Record<string, unknown>>
  readonly generator: {
    createSchema(type: string): { readonly properties: Readonly<Record<string, Schema>> }
  }
  readonly compile: (schema: Schema) => Validate
}

const TYPES = join(SENTRY_API, 'node_modules/@sentry/api/dist/types.gen.d.ts')

/** The shapes that Sentry publishes with its client, by method and address with `*` for what is named in it. */
export async function publishedShapes(): Promise<ReadonlyMap<string, Shape>> {
  await bringSentryApi((line) => console.log(line))
  const { sdk, generator, compile } = await load()
  const declared = (await readFile(TYPES, 'utf8')).matchAll(/^export type (\w+Responses) = /gm)
  const typeNames = new Map([...declared].map(([, name = '']) => [plain(name), name]))
  const shapes = new Map<string, Shape>()
  for (const [name, call] of Object.entries(sdk)) {
    const request = requestOf(call)
    const type = typeNames.get(plain(`${name}Responses`))
    if (request === undefined || type === undefined) continue
    const schemas = () => generator.createSchema(type).properties
    shapes.set(operationOf(request.method, request.url), (status, body) => {
      const schema = schemas()[String(status)]
      if (schema === undefined) return [`answers ${status}, which is not published`]
      const validate = compile(schema)
      return validate(body) ? [] : [...new Set(nearest(validate.errors ?? []).map(said))].toSorted()
    })
  }
  return shapes
}

/** The parameters that Sentry publishes, by method and address as above. */
export async function publishedParameters(): Promise<ReadonlyMap<string, readonly string[]>> {
  await bringSentryApi((line) => console.log(line))
  const { sdk } = await load()
  const types = await readFile(TYPES, 'utf8')
  const declared = [...types.matchAll(/^export type (\w+)Data = \{$(.*?)^\};$/gms)]
  const byName = new Map(declared.map(([, name = '', body = '']) => [plain(name), body]))
  const found = Object.entries(sdk).flatMap(([name, call]) => {
    const request = requestOf(call)
    const query = /^ {4}query\??: \{$(.*?)^ {4}\};$/ms.exec(byName.get(plain(name)) ?? '')?.[1] ?? ''
    const names = [...query.matchAll(/^ {8}(\w+)\??: /gm)].map(([, parameter = '']) => parameter)
    return request === undefined ? [] : [[operationOf(request.method, request.url), names] as const]
  })
  return new Map(found)
}

export function operationOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^}]+\}|:[a-z]+/g, '*').replace(/\/$/, '')}`
}

/** Every operation of the client is a function that asks with the client it is given. */
function requestOf(call: unknown): { readonly method: string; readonly url: string } | undefined {
  let request: { readonly method: string; readonly url: string } | undefined
  const told = (method: string) => (options: { readonly url: string }) => {
    request = { method, url: options.url }
  }
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
  const client = Object.fromEntries(methods.map((method) => [method.toLowerCase(), told(method)]))
  if (typeof call === 'function') (call as (options: object) => unknown)({ client })
  return request
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** Of several shapes that would do, only what keeps an answer from the one that it is nearest to. */
function nearest(faults: readonly Fault[]): readonly Fault[] {
  const choice = faults.find(({ keyword }) => keyword === 'anyOf')
  if (choice === undefined) return faults
  const inside = `${choice.schemaPath}/`
  const isInside = ({ schemaPath, instancePath }: Fault) =>
    schemaPath.startsWith(inside) && instancePath.startsWith(choice.instancePath)
  const branches = Map.groupBy(faults.filter(isInside), ({ schemaPath }) =>
    schemaPath.slice(inside.length).split('/', 1).join(),
  )
  const [best = []] = [...branches.values()].toSorted((a, b) => a.length - b.length)
  const others = faults.filter((fault) => fault !== choice && !isInside(fault))
  return nearest([...others, ...best])
}

function said({ instancePath, keyword, params, message }: Fault): string {
  const place = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.')
  const what = keyword === 'required' ? `lacks ${String(params['missingProperty'])}` : (message ?? keyword)
  return `${place}: ${what}`
}

async function load(): Promise<Packages> {
  const bring = async (file: string) =>
    (await import(pathToFileURL(join(SENTRY_API, 'node_modules', file)).href)) as Record<string, unknown>
  const [sdk, generators, { default: ajv }] = await Promise.all([
    bring('@sentry/api/dist/index.js'),
    bring('ts-json-schema-generator/dist/index.js'),
    bring('ajv/dist/ajv.js'),
  ])
  const createGenerator = generators['createGenerator'] as (config: object) => Packages['generator']
  const { Ajv } = ajv as { Ajv: new (options: object) => { compile: Packages['compile'] } }
  const checker = new Ajv({ allErrors: true, strict: false, logger: false })
  return {
    sdk,
    // Sentry adds fields at any time, and so may we.
    generator: createGenerator({
      path: TYPES,
      skipTypeCheck: true,
      expose: 'none',
      topRef: false,
      additionalProperties: true,
    }),
    compile: (schema) => checker.compile(schema),
  }
}
