import { createProject } from '@hindcast/contract/projects.ts'
import { createFirstOwner } from '@hindcast/contract/setup.ts'
import { signIn } from '../../lib/auth.ts'
import { call, CallError } from '../../lib/call.ts'
import { PLATFORMS, type Platform } from '../../lib/platform.ts'

export const SHORTEST_PASSWORD = 10

export interface OwnerForm {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly project: string
  readonly platform: Platform
}

/** What a person can mend before anything is sent, by field. */
export function faultsOf(form: OwnerForm): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  if (!/^[^@\s]+@[^@\s]+$/.test(form.email))
    faults['email'] = 'Enter an e-mail address, such as ada@example.com.'
  if (form.password.length < SHORTEST_PASSWORD)
    faults['password'] = `Use ${SHORTEST_PASSWORD} characters or more; a few words do well.`
  if (form.project.trim() === '') faults['project'] = 'Name the app that will send its errors.'
  return faults
}

/**
 * Owner, session, project. The link is spent with the first step, so a failure of a later one must not send the
 * reader back here: the start page offers to make a project where there is none.
 */
export async function createOwner(token: string, form: OwnerForm): Promise<void> {
  await call(createFirstOwner, {
    body: { token, email: form.email, password: form.password, name: form.name },
  })
  await signIn(form.email, form.password)
  const platform = PLATFORMS.find(({ id }) => id === form.platform)!.word
  await call(createProject, { body: { name: form.project, platform } }).catch(() => undefined)
}

/** Whether the answer was about the link, not about what was typed. */
export function isLinkFailure(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (['forbidden', 'not_found', 'conflict', 'unauthenticated'].includes(error.code)) return true
  return error.code === 'invalid_input' && 'token' in error.fields
}
