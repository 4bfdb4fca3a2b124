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

export const SentryPageQuery = v.object({
  cursor: v.optional(SentryCursor),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'must be a number'),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.description('Rows per page; more than 100 gives 100.'),
    ),
    '100',
  ),
})

export const SentryTag = v.object({ key: v.string(), value: v.string() })

/** For everything a tool may ask about that this product does not have. */
export const Never = v.literal(false)
