import { createProject } from '@hindcast/contract/projects.ts'
import { useActionState, useState } from 'react'
import { call } from '../../lib/call.ts'
import { textOf } from '../../lib/form.ts'
import { PLATFORMS, type Platform } from '../../lib/platform.ts'
import { useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Shown where there is no project at all: without one there is no DSN and nothing to look at. */
export function CreateProjectPage({ onCreated }: { readonly onCreated: () => void }) {
  useTitle('Create a project')
  const [platform, setPlatform] = useState<Platform>('browser')
  const [error, submit, busy] = useActionState(async (_: unknown, data: FormData): Promise<unknown> => {
    const { word } = PLATFORMS.find(({ id }) => id === platform)!
    try {
      await call(createProject, { body: { name: textOf(data, 'name'), platform: word } })
      onCreated()
      return undefined
    } catch (failure) {
      return failure
    }
  }, undefined)
  return (
    <main className="alone" id="main" tabIndex={-1}>
      <h1>Create a project</h1>
      <p className="muted">A project is one app that sends its errors. It gets its own DSN.</p>
      {error !== undefined && <Failure title="The project could not be made" error={error} />}
      <form className="form" action={submit}>
        <TextField
          label="Project name"
          name="name"
          required
          maxLength={64}
          autoComplete="off"
          placeholder="web-shop"
        />
        <RadioGroup legend="Platform" choices={PLATFORMS} chosen={platform} onChoose={setPlatform} />
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? 'Creating…' : 'Create project'}
        </Button>
      </form>
    </main>
  )
}
