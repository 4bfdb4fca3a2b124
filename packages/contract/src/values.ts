import * as v from 'valibot'

/** Every moment on the wire, in UTC with milliseconds. */
export const Timestamp = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.description('RFC 3339, in UTC, with milliseconds.'),
)

/** 3: as all projects had it before they could choose. */
export const GroupingVersion = v.picklist([3, 4])

export const Level = v.picklist(['fatal', 'error', 'warning', 'info', 'debug'])

export const ProjectRef = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'must be the slug or ID of a project'),
  v.description('Slug or ID of a project.'),
)

export const IssueRef = v.pipe(
  v.string(),
  v.regex(/^\d{1,19}$/, 'must be an issue ID'),
  v.description('ID of an issue.'),
)

export const EventId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{32}$/, 'must be 32 lowercase hex digits'),
  v.description('32 lowercase hex digits.'),
)

export const Cursor = v.pipe(
  v.string(),
  v.maxLength(200),
  v.description('`next` of the previous page; omit it for the first page.'),
)

export const Limit = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, 'must be a number from 1 to 100'),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1, 'must be a number from 1 to 100'),
    v.maxValue(100, 'must be a number from 1 to 100'),
    v.description('Rows per page.'),
  ),
  '50',
)

export const Next = v.pipe(
  v.nullable(v.string()),
  v.description('Pass as `cursor` for the next page; null at the end.'),
)

/** Any JSON, as an SDK sent it. */
export const AnyObject = v.record(v.string(), v.unknown())

export const Series = v.object({
  from: Timestamp,
  bucketSeconds: v.pipe(v.number(), v.integer()),
  values: v.pipe(v.array(v.number()), v.description('One count per bucket, oldest first.')),
})

export const Pair = v.object({ key: v.string(), value: v.string() })
