import * as v from 'valibot'
import { AppError } from '#domain/app-error.ts'
import { CONTROLS } from '#domain/controls.ts'
import { LIMITS } from '#domain/limits.ts'
import type { NewUser } from './accounts.ts'

export const PASSWORD_LENGTH = { min: 10, max: 128 } as const

const Schema = v.object({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(LIMITS.text.email, 'The e-mail address is too long.'),
    v.email('This is not an e-mail address.'),
  ),
  password: v.pipe(
    v.string(),
    v.minLength(PASSWORD_LENGTH.min, `The password must have ${PASSWORD_LENGTH.min} characters or more.`),
    v.maxLength(PASSWORD_LENGTH.max, `The password must have ${PASSWORD_LENGTH.max} characters or fewer.`),
  ),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(100, 'The name is too long.'),
    v.check((name) => !CONTROLS.test(name), 'The name must not have control characters.'),
  ),
})

export function checkNewUser(user: NewUser): NewUser {
  const parsed = v.safeParse(Schema, user)
  if (!parsed.success) throw new AppError('invalid_input', parsed.issues[0].message)
  const { email, password, name } = parsed.output
  return { email, password, name: name || email.slice(0, email.indexOf('@')) }
}
