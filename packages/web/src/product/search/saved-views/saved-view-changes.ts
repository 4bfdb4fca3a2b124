import { useMutation } from '@tanstack/react-query'
import { api, type BodyOf } from '#lib/api/client.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { savedViewsQuery } from '#product/search/search-queries.ts'

type NewView = BodyOf<'POST /api/v1/projects/:project/views'>
type Change = { readonly id: string } & BodyOf<'PATCH /api/v1/projects/:project/views/:view'>

const readAgain = (project: string) =>
  queryClient.invalidateQueries({ queryKey: savedViewsQuery(project).queryKey })

export async function keepView(project: string, body: NewView): Promise<void> {
  await api('POST /api/v1/projects/:project/views', { params: { project }, body })
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
        api('PATCH /api/v1/projects/:project/views/:view', { params: { project, view: id }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (view: string) =>
        api('DELETE /api/v1/projects/:project/views/:view', { params: { project, view } }),
      onSuccess,
    }),
  }
}
