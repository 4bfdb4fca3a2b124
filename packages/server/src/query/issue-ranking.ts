import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { IssueFilter } from '#stores/records.ts'
import { everything } from './activity.ts'
import { among, type IssueStores } from './issue-selection.ts'

interface Ranked {
  readonly id: string
  readonly users: number
}

/**
 * Pages by the number of users, which only the telemetry knows and counts slowly. An issue has at least as many
 * events as users, so those with the most events are ranked, and the rest follows in the order of its events.
 */
export async function pageByUsers(
  stores: IssueStores,
  projectId: string,
  filter: IssueFilter,
  options: { readonly cursor: string | undefined; readonly limit: number },
  now: number,
  rankedIssues: number = LIMITS.search.rankedIssues,
): Promise<{ readonly issues: readonly Issue[]; readonly next: string | undefined }> {
  const place = placeOf(options.cursor)
  const candidates = await stores.issues.ids(filter, { sort: 'events', limit: rankedIssues })
  const left = 'rest' in place ? [] : await rankedAfter(stores, projectId, candidates, place.after, now)
  const shown = left.slice(0, options.limit)
  const issues = inOrder(await stores.issues.byIds(shown.map(({ id }) => id)), shown)
  const last = shown.at(-1)
  if (last && left.length > shown.length) return { issues, next: `u.${last.users}.${last.id}` }
  if (candidates.length < rankedIssues) return { issues, next: undefined }
  const rest = await stores.issues.page(
    { ...filter, exceptIds: candidates },
    {
      sort: 'events',
      limit: Math.max(options.limit - shown.length, 1),
      ...('rest' in place && place.rest !== '' ? { cursor: place.rest } : {}),
    },
  )
  if (shown.length === options.limit) return { issues, next: rest.issues.length > 0 ? 'r.' : undefined }
  return {
    issues: [...issues, ...rest.issues],
    next: rest.next === undefined ? undefined : `r.${rest.next}`,
  }
}

/** Most users first, then by id: a total order, so that pages neither repeat nor lose a row. */
async function rankedAfter(
  { telemetry }: IssueStores,
  projectId: string,
  candidates: readonly string[],
  after: Ranked | undefined,
  now: number,
): Promise<readonly Ranked[]> {
  const scope = { ...everything(projectId, now), where: [among(candidates)] }
  const options = { by: 'issue', measure: 'users', limit: candidates.length } as const
  const { values } = await telemetry.breakdown(scope, options)
  const users = new Map(values.map(({ key, count }) => [key, count]))
  return candidates
    .map((id): Ranked => ({ id, users: users.get(id) ?? 0 }))
    .filter((one) => after === undefined || compare(after, one) < 0)
    .sort(compare)
}

function compare(a: Ranked, b: Ranked): number {
  return b.users - a.users || Number(b.id) - Number(a.id)
}

function inOrder(issues: readonly Issue[], order: readonly Ranked[]): readonly Issue[] {
  const byId = new Map(issues.map((issue) => [issue.id, issue]))
  return order.flatMap(({ id }) => byId.get(id) ?? [])
}

type Place = { readonly after: Ranked | undefined } | { readonly rest: string }

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { after: undefined }
  const match = /^(?:u\.(?<users>\d{1,15})\.(?<id>\d{1,15})|r\.(?<rest>[\w-]*))$/.exec(cursor)
  if (!match) {
    throw new AppError('invalid_input', 'The cursor is not one of this list; start again without it.')
  }
  const { users, id, rest } = match.groups as { users?: string; id?: string; rest?: string }
  return rest === undefined ? { after: { users: Number(users), id: id! } } : { rest }
}
