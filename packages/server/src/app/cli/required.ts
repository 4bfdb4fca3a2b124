import type { Invocation } from './invocation.ts'
import { WrongUse } from './wrong-use.ts'

export function textFlag(flags: Invocation['flags'], name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function requiredFlag(flags: Invocation['flags'], name: string): string {
  const value = textFlag(flags, name)
  if (value === undefined) throw new WrongUse(`--${name} is missing.`)
  return value
}
