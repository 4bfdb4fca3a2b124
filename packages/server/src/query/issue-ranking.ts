import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Issue } from '#domain/issue.ts'
import type { IssueFilter } from '#stores/records.ts'
import { everything } from './activity.ts'
import { among, type IssueStores } from './issue-selection.ts'

interface Ranked {
  readonly key: string
  readonly count: number
}

/**
 * Pages by the number of users, which only the telemetry knows: first the issues it ranks, then those without a
 * user (and those beyond the limit) in the order they were last seen.
 */
export async function pageByUsers(
  stores: IssueStores,
  filter: IssueFilter & { readonly projectIds: readonly [string] },
  options: { readonly cursor: string | undefined; readonly limit: number; readonly total: number },
  now: number,
): Promise<{ readonly issues: readonly Issue[]; readonly next: string | undefined }> {
  const place = placeOf(options.cursor)
  const all = await rank(stores, filter, now)
  const matching = await matchingOf(stores, filter, all)
  const left = 'rest' in place ? [] : matching.filter((one) => comesAfter(one, place))
  const shown = left.slice(0, options.limit)
  const issues = inOrder(await stores.issues.byIds(shown.map(({ key }) => key)), shown)
  const last = shown.at(-1)
  if (left.length > shown.length && last) return { issues, next: `u.${last.count}.${last.key}` }
  if (options.total <= matching.length) return { issues, next: undefined }
  if (shown.length === options.limit) return { issues, next: 'r.' }
  const rest = await stores.issues.page(
    { ...filter, exceptIds: all.map(({ key }) => key) },
    {
      sort: 'last_seen',
      limit: options.limit - shown.length,
      ...('rest' in place && place.rest !== '' ? { cursor: place.rest } : {}),
    },
  )
  return {
    issues: [...issues, ...rest.issues],
    next: rest.next === undefined ? undefined : `r.${rest.next}`,
  }
}

async function rank(
  { telemetry }: IssueStores,
  filter: IssueFilter,
  now: number,
): Promise<readonly Ranked[]> {
  const scope = everything(filter.projectIds[0]!, now)
  const { values } = await telemetry.breakdown(
    filter.ids === undefined ? scope : { ...scope, where: [among(filter.ids)] },
    { by: 'issue', measure: 'users', limit: LIMITS.search.issues },
  )
  return values
}

async function matchingOf(
  { issues }: IssueStores,
  filter: IssueFilter,
  ranked: readonly Ranked[],
): Promise<readonly Ranked[]> {
  const ids = ranked.map(({ key }) => key)
  const matching = new Set(await issues.recent({ ...filter, ids }, ids.length))
  return ranked.filter(({ key }) => matching.has(key))
}

function inOrder(issues: readonly Issue[], order: readonly Ranked[]): readonly Issue[] {
  const byId = new Map(issues.map((issue) => [issue.id, issue]))
  return order.flatMap(({ key }) => byId.get(key) ?? [])
}

type Place = { readonly after: Ranked | undefined } | { readonly rest: string }

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { after: undefined }
  const match = /^(?:u\.(?<count>\d{1,15})\.(?<key>\d{1,19})|r\.(?<rest>[\w-]*))$/.exec(cursor)
  if (!match) {
    throw new AppError('invalid_input', 'The cursor is not one of this list; start again without it.')
  }
  const { count, key, rest } = match.groups as { count?: string; key?: string; rest?: string }
  return rest === undefined ? { after: { count: Number(count), key: key! } } : { rest }
}

/** The order of the telemetry: most users first, then by id. */
function comesAfter(one: Ranked, { after }: { readonly after: Ranked | undefined }): boolean {
  if (!after) return true
  return one.count < after.count || (one.count === after.count && one.key > after.key)
}
