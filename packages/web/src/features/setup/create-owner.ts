import { signIn } from '#product/session/auth.ts'
import { api, ApiError } from '#lib/api/client.ts'
import { platformWord, type Platform } from '#product/projects/platform.ts'

export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 128

export interface OwnerForm {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly project: string
  readonly platform: Platform
}

export type Fault = 'no_address' | 'too_short' | 'too_long' | 'no_name'
export type Faults = Readonly<Partial<Record<'email' | 'password' | 'project', Fault>>>

/** What a person can mend before anything is sent, by field. */
export function fieldErrorsOf(form: OwnerForm): Faults {
  return {
    ...(/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(form.email) ? {} : { email: 'no_address' }),
    ...passwordFault(form.password),
    ...(form.project.trim() === '' ? { project: 'no_name' } : {}),
  }
}

function passwordFault(password: string): Faults {
  if (password.length < SHORTEST_PASSWORD) return { password: 'too_short' }
  return password.length > LONGEST_PASSWORD ? { password: 'too_long' } : {}
}

/** The server looks closer than the form does; what it names is the same fault in its own words. */
export function faultsIn(error: unknown): Faults {
  if (!(error instanceof ApiError)) return {}
  return {
    ...('email' in error.fields ? { email: 'no_address' } : {}),
    ...('password' in error.fields ? { password: 'too_short' } : {}),
  }
}

export type Made =
  | { readonly next: 'connect'; readonly project: string }
  | { readonly next: 'home' }
  | { readonly next: 'sign-in' }

/**
 * Owner, session, project. The link is spent with the first step, so a failure of a later one must not send the
 * reader back to the form: they sign in, and the first page offers to make a project where there is none.
 */
export async function createOwner(token: string, form: OwnerForm): Promise<Made> {
  const { name, email, password } = form
  await api('POST /api/v1/setup', { body: { token, email, password, name } })
  try {
    await signIn(email, password)
  } catch {
    return { next: 'sign-in' }
  }
  try {
    const { slug } = await api('POST /api/v1/projects', {
      body: { name: form.project, platform: platformWord(form.platform) },
    })
    return { next: 'connect', project: slug }
  } catch {
    return { next: 'home' }
  }
}

/** Whether the answer was about the link, not about what was typed. */
export function isLinkFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (['forbidden', 'not_found', 'conflict', 'unauthenticated'].includes(error.code)) return true
  return error.code === 'invalid_input' && 'token' in error.fields
}
