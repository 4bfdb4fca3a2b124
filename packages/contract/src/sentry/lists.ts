import * as v from 'valibot'
import { SEARCH_LIMITS } from '../search/parse.ts'
import { SentryPageQuery } from './values.ts'

/** A list that ignored what it does not know would answer something else than was asked. */
export function listQuery<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries).toSorted().join(', ')
  return v.strictObject(entries, `is not a parameter here; there are ${known}`)
}

const flag = (description: string) =>
  v.optional(
    v.pipe(
      v.picklist(['', '0', '1', 'false', 'true'], 'must be true or false'),
      v.transform((text) => text === '1' || text === 'true'),
      v.boolean(),
      v.description(description),
    ),
    'false',
  )

const moment = (description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
        'must be a date or a time in ISO 8601',
      ),
      v.description(description),
    ),
  )

export const Search = v.pipe(
  v.string(),
  v.maxLength(SEARCH_LIMITS.chars),
  v.description('Same syntax as under /api/v1.'),
)

/** Fields of an issue that a list can leave out; the latter two it never has. */
const COLLAPSIBLE = ['stats', 'lifetime', 'filtered', 'unhandled'] as const
const COLLAPSED = `must be one of ${COLLAPSIBLE.join(', ')}`

/** What a list can have beside the rest; of all of them there is nothing. */
const EXPANDABLE = [
  'inbox',
  'integrationIssues',
  'latestEventHasAttachments',
  'owners',
  'pluginActions',
  'pluginIssues',
  'sentryAppIssues',
  'sessions',
] as const
const EXPANDED = `must be one of ${EXPANDABLE.join(', ')}`

export const Window = {
  start: moment('Only what was received since. Needs `end`. UTC unless it says otherwise.'),
  end: moment('Only what was received before. Needs `start`.'),
}

export const Environment = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(200),
    v.description('Only events of this environment; can be repeated for several.'),
  ),
)

export const ProjectNames = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(100),
    v.description('ID or slug of a project; can be repeated. `-1`: all, which is the default.'),
  ),
)

export const Period = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:\d{1,6}[smhdw])?$/, 'must be a number followed by s, m, h, d or w, for example 24h'),
    v.description('Only what was received in this time, for example `24h`. Overrides `start` and `end`.'),
  ),
  '',
)

export const Sort = v.picklist(
  ['date', 'new', 'freq', 'user', 'recommended'],
  'must be one of date, new, freq, user, recommended',
)

const issueList = {
  ...SentryPageQuery.entries,
  query: v.optional(
    v.pipe(
      Search,
      v.description('Same syntax as under /api/v1. Default `is:unresolved`; empty: all issues.'),
    ),
  ),
  hashes: v.optional(
    v.pipe(
      v.string(),
      v.description('Issues with these fingerprints, separated by commas or repeated; not with `query`.'),
    ),
  ),
  sort: v.optional(
    v.pipe(
      Sort,
      v.description(
        'Last seen, first seen, events or users first; the latter two within the time and environments asked for. `recommended` is last seen, too.',
      ),
    ),
    'date',
  ),
  shortIdLookup: flag('If the query is the short ID of an issue, only that issue.'),
  environment: Environment,
  ...Window,
}

export const SentryProjectIssuesQuery = listQuery({
  ...issueList,
  statsPeriod: v.optional(
    v.pipe(
      v.picklist(['', '24h', '14d'], 'must be 24h, 14d or empty'),
      v.description('What `stats` cover; empty: no `stats`. Does not restrict the list.'),
    ),
    '24h',
  ),
})

export const SentryOrganizationIssuesQuery = listQuery({
  ...issueList,
  project: ProjectNames,
  statsPeriod: Period,
  groupStatsPeriod: v.optional(
    v.pipe(
      v.picklist(['', '24h', '14d', 'auto'], 'must be 24h, 14d, auto or empty'),
      v.description('What `stats` cover. `auto`: 24h for a `statsPeriod` of up to two days, otherwise 14d.'),
    ),
    '24h',
  ),
  collapse: v.optional(
    v.pipe(v.picklist(COLLAPSIBLE, COLLAPSED), v.description('Leaves these fields out; can be repeated.')),
  ),
  expand: v.optional(
    v.pipe(
      v.picklist(EXPANDABLE, EXPANDED),
      v.description('Has these fields, which say that there is none; can be repeated.'),
    ),
  ),
  viewId: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(64),
      v.description('A saved view of issues: its project, and its query and sort unless they are given.'),
    ),
  ),
})

/** One of the repeated values. */
export const Collapsed = v.object({ collapse: v.picklist(COLLAPSIBLE, COLLAPSED) })
export const Expanded = v.object({ expand: v.picklist(EXPANDABLE, EXPANDED) })

export const SentryEventsQuery = listQuery({
  ...SentryPageQuery.entries,
  query: v.optional(Search, ''),
  statsPeriod: Period,
  environment: Environment,
  full: flag('Whole events, with stack traces; then at most 20 per page.'),
  sort: v.optional(
    v.pipe(
      v.picklist(['', '-timestamp'], 'events are listed newest first only'),
      v.description('Only `-timestamp`.'),
    ),
  ),
  sample: v.optional(
    v.pipe(
      v.picklist(['', '0', 'false'], 'events are listed newest first only'),
      v.description('Only `false`.'),
    ),
  ),
  ...Window,
})
