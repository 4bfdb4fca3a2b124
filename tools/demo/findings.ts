import type { Reporting } from './shop.ts'

const ROUTE = '/products/[id]'
const PATIENCE_MS = 20_000

/** What there is to look at by now: a row for each address. */
export async function findings(
  reporting: Reporting,
  number: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyArray<readonly [string, string]>> {
  const { origin, project } = reporting
  const trace = await eventually(signal, () => traceOf(reporting))
  const digest = number?.split(' ')[1]
  if (digest !== undefined) await eventually(signal, () => knows(reporting, digest))
  return [
    ['Issues', `${origin}/projects/${project}/issues`],
    ...(digest === undefined ? [] : ([[`“${number}”`, `${origin}/digest/${digest}`]] as const)),
    ['A route', `${origin}/projects/${project}/routes/one?route=${encodeURIComponent(ROUTE)}`],
    ...(trace === undefined ? [] : ([['A trace', `${origin}/traces/${trace}`]] as const)),
    ['Navigations', `${origin}/projects/${project}/navigations`],
  ]
}

async function read<T>({ origin, token }: Reporting, path: string): Promise<T> {
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return (await answer.json()) as T
}

/** That of a page load, because it shows the browser and the server. */
async function traceOf(reporting: Reporting): Promise<string | undefined> {
  const query = new URLSearchParams({ route: ROUTE, op: 'pageload', limit: '1' })
  const path = `/api/v1/projects/${reporting.project}/traces?${query}`
  const { segments } = await read<{ segments: ReadonlyArray<{ traceId: string }> }>(reporting, path)
  return segments[0]?.traceId
}

async function knows(reporting: Reporting, digest: string): Promise<true | undefined> {
  const path = `/api/v1/lookup?text=${encodeURIComponent(digest)}`
  const { found } = await read<{ found: readonly object[] }>(reporting, path)
  return found.length > 0 || undefined
}

async function eventually<T>(signal: AbortSignal, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline && !signal.aborted) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return undefined
}
