import * as v from 'valibot'

export const SearchedProjects = v.object({
  projects: v.array(
    v.object({
      slug: v.string(),
      name: v.string(),
      own: v.pipe(v.boolean(), v.description('Whether it has the errors of this server itself.')),
      retentionDays: v.pipe(v.number(), v.integer(), v.description('How long it keeps events.')),
      hasDigests: v.pipe(v.boolean(), v.description('Whether any event that it keeps has a digest.')),
    }),
  ),
  more: v.pipe(v.number(), v.integer(), v.description('How many more projects were searched.')),
})
export type SearchedProjects = v.InferOutput<typeof SearchedProjects>

/** Part of an answer that may have found nothing. */
export const SearchedInVain = v.pipe(
  v.nullable(SearchedProjects),
  v.description('The projects that were searched, where nothing was found; null otherwise.'),
)
