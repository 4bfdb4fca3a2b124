import * as v from 'valibot'

/** The body of every error under /api/0: existing tools print `detail`. */
export const SentryProblem = v.object({
  detail: v.string(),
  digest: v.optional(v.string()),
})

export const SentryCursor = v.pipe(
  v.string(),
  v.maxLength(300),
  v.description('From the `Link` header of the previous page: `value:offset:is_previous`.'),
)

/** Of how many rows, as a query has it. */
export const rows = (description: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, 'must be a number'),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.description(description),
  )

export const SentryPageQuery = v.object({
  cursor: v.optional(SentryCursor),
  limit: v.optional(rows('Rows per page; more than 100 gives 100.'), '100'),
  per_page: v.optional(rows('The same as `limit`, which some tools call it; overrides it.')),
})

/** Short lists are answered whole. */
export const SentryNamesQuery = v.object({
  cursor: v.optional(SentryCursor),
  query: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.description('Only those that have this in their name or slug, in any case.'),
    ),
    '',
  ),
})

export const SentryTag = v.object({ key: v.string(), value: v.string() })

/** For everything a tool may ask about that this product does not have. */
export const Never = v.literal(false)
