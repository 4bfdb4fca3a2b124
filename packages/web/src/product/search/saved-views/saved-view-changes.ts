import { useMutation } from '@tanstack/react-query'
import type { CallInput } from '#lib/api/call.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { callSearch, savedViewsQuery } from '#product/search/search-queries.ts'

type NewView = CallInput<'createSavedView'>['body']
type Change = { readonly id: string } & CallInput<'updateSavedView'>['body']

const readAgain = (project: string) =>
  queryClient.invalidateQueries({ queryKey: savedViewsQuery(project).queryKey })

export async function keepView(project: string, body: NewView): Promise<void> {
  await callSearch('createSavedView', { params: { project }, body })
  await readAgain(project)
}

export function useSavedViewChanges(project: string) {
  const onSuccess = () => readAgain(project)
  return {
    create: useMutation({
      mutationFn: (body: NewView) => keepView(project, body),
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: Change) =>
        callSearch('updateSavedView', { params: { project, view: id }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (view: string) => callSearch('deleteSavedView', { params: { project, view } }),
      onSuccess,
    }),
  }
}
