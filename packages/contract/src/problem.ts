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
  message: v.pipe(v.string(), v.description('One sentence that may be shown to a person.')),
  digest: v.optional(
    v.pipe(v.string(), v.description('Only with `internal`: the log has the cause under this number.')),
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
      v.description(
        'Only for a search that is not understood: the characters, from 0, and what is wrong with them.',
      ),
    ),
  ),
  fields: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('Only with `invalid_input`: what is wrong, by the path of the field.'),
    ),
  ),
})
export type Problem = v.InferOutput<typeof Problem>
