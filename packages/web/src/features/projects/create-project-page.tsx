import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useActionState, useState } from 'react'
import { api } from '#lib/api/client.ts'
import { textOf } from '#lib/browser/form.ts'
import { usePermission } from '#product/session/permissions.ts'
import { platformWord, type Platform } from '#product/projects/platform.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { ProjectFields } from '#product/projects/project-fields.tsx'
import { projectsQuery } from '#product/session/session-queries.ts'

interface Attempt {
  readonly name: string
  readonly error: unknown
}

/** Also where a newcomer lands: without a project there is no DSN and nothing to look at. */
export function CreateProjectPage() {
  const { t } = useLingui()
  const mayCreate = usePermission('project:write')
  useTitle(t`New project`)
  return (
    <main id="main" tabIndex={-1} className="flex-1">
      <PageBar title={t`New project`} />
      <div className="mx-auto grid max-w-120 gap-4 px-(--gutter) py-8">
        <p className="text-muted">
          <Trans>A project is one app, with its own DSN and issues.</Trans>
        </p>
        {mayCreate ? <ProjectForm /> : <Notice title={t`Only owners and admins can create projects.`} />}
      </div>
    </main>
  )
}

function ProjectForm() {
  const { t } = useLingui()
  const router = useRouter()
  const [platform, setPlatform] = useState<Platform>('browser')
  const [attempt, submit, busy] = useActionState(
    async (_: Attempt, data: FormData): Promise<Attempt> => {
      const name = textOf(data, 'name').trim()
      try {
        const made = await api('POST /api/v1/projects', { body: { name, platform: platformWord(platform) } })
        await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
        await router.navigate({ to: '/projects/$project/connect', params: { project: made.slug } })
        return { name: '', error: undefined }
      } catch (error) {
        return { name, error }
      }
    },
    { name: '', error: undefined },
  )
  return (
    <>
      {attempt.error !== undefined && (
        <Failure title={t`Couldn’t create the project`} error={attempt.error} />
      )}
      <form className="grid gap-4" action={submit}>
        <ProjectFields name="name" defaultValue={attempt.name} platform={platform} onPlatform={setPlatform} />
        <div>
          <Button type="submit" kind="primary" busy={busy}>
            {busy ? t`Creating…` : t`Create project`}
          </Button>
        </div>
      </form>
    </>
  )
}
