import * as v from 'valibot'

export const PROBLEM_CODES = [
  'not_found',
  'unauthenticated',
  'forbidden',
  'invalid_input',
  'conflict',
  'rate_limited',
  'store_unavailable',
  'too_slow',
  'busy',
  'cancelled',
  'internal',
] as const

/** The body of every answer under /api/v1 that is not a success. */
export const Problem = v.object({
  code: v.picklist(PROBLEM_CODES),
  message: v.pipe(v.string(), v.description('One sentence that can be shown to users.')),
  digest: v.optional(
    v.pipe(v.string(), v.description('Only with `internal`: the log has the cause with this digest.')),
  ),
  search: v.optional(
    v.pipe(
      v.array(
        v.object({
          at: v.number(),
          length: v.number(),
          code: v.string(),
          args: v.record(v.string(), v.string()),
        }),
      ),
      v.description('Only for an invalid search: the position of each error, from 0, and its code.'),
    ),
  ),
  fields: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('Only with `invalid_input`: errors by field path.'),
    ),
  ),
})
export type Problem = v.InferOutput<typeof Problem>
