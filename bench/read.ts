type Get = (path: string) => Promise<unknown>

const ROUNDS = 100

/** Milliseconds for the first page of the issue stream, with its sparks. */
export async function streamDelays(get: Get, project: string): Promise<readonly number[]> {
  const path = `/api/v1/projects/${project}/issues?query=${encodeURIComponent('is:unresolved')}`
  return time(ROUNDS, () => get(path))
}

/** Milliseconds for the facets beside it. */
export async function facetDelays(get: Get, project: string): Promise<readonly number[]> {
  const path = `/api/v1/projects/${project}/issues/facets?query=`
  return time(20, (round) => get(`${path}${encodeURIComponent(round % 2 === 0 ? '' : 'is:unresolved')}`))
}

export interface TextSearch {
  readonly delays: readonly number[]
  /** Events that were looked through, on average. */
  readonly searched: number
}

/** Milliseconds for words that only frames and breadcrumbs have, in the list of issues and in that of events. */
export async function textDelays(get: Get, project: string, list: 'issues' | 'events'): Promise<TextSearch> {
  const searched: number[] = []
  const delays = await time(30, async (round) => {
    const query = encodeURIComponent(`"get /api/products/${round * 1000 + 7} "`)
    const answer = (await get(`/api/v1/projects/${project}/${list}?query=${query}`)) as {
      searched: { events: number } | null
    }
    searched.push(answer.searched?.events ?? 0)
  })
  return { delays, searched: searched.reduce((sum, events) => sum + events, 0) / searched.length }
}

/** Milliseconds for one event by its id, with its document; ids from all over the stored range. */
export async function byIdDelays(get: Get, project: string): Promise<readonly number[]> {
  const ids: string[] = []
  let cursor = ''
  for (let page = 0; page < 5; page++) {
    const { events, next } = (await get(`/api/v1/projects/${project}/events?limit=100${cursor}`)) as {
      events: { eventId: string }[]
      next: string | null
    }
    ids.push(...events.map(({ eventId }) => eventId))
    if (next === null) break
    cursor = `&cursor=${next}`
  }
  return time(ROUNDS, (round) => get(`/api/v1/projects/${project}/events/${ids[(round * 37) % ids.length]}`))
}

/** Milliseconds for the request behind an issue's page, and for what its events have in common. */
export async function issueDelays(
  get: Get,
  project: string,
): Promise<{ readonly issue: readonly number[]; readonly breakdown: readonly number[] }> {
  const ids = await issueIds(get, project)
  const issue = await time(ROUNDS, (round) => get(`/api/v1/issues/${ids[round % ids.length]}?period=14d`))
  const breakdown = await time(20, (round) => get(`/api/v1/issues/${ids[round % ids.length]}/breakdown`))
  return { issue, breakdown }
}

/** Milliseconds for the latest event of an issue, with its document. */
export async function latestEventDelays(get: Get, project: string): Promise<readonly number[]> {
  const ids = await issueIds(get, project)
  return time(ROUNDS, (round) => get(`/api/v1/issues/${ids[round % ids.length]}/events/latest`))
}

async function issueIds(get: Get, project: string): Promise<readonly string[]> {
  const { issues } = (await get(`/api/v1/projects/${project}/issues?query=`)) as { issues: { id: string }[] }
  return issues.map(({ id }) => id)
}

async function time(rounds: number, run: (round: number) => Promise<unknown>): Promise<readonly number[]> {
  const delays: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await run(round)
    delays.push(performance.now() - started)
  }
  return delays
}
