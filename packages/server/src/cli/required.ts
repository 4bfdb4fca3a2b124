import { AppError } from '#domain/app-error.ts'
import type { Invocation } from './invocation.ts'

export function textFlag(flags: Invocation['flags'], name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function requiredFlag(flags: Invocation['flags'], name: string): string {
  const value = textFlag(flags, name)
  if (value === undefined) throw new AppError('invalid_input', `--${name} is missing.`)
  return value
}
