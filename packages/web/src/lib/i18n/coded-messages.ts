import { i18n, type MessageDescriptor } from '@lingui/core'

interface Coded {
  readonly code: string
}

/** What the page says for each code of the server; the compiler asks for all of them. */
export type CodedWords<T extends Coded> = {
  readonly [Code in T['code']]: (said: Extract<T, { readonly code: Code }>) => MessageDescriptor
}

/** Undefined: a newer server knows more, and its own English sentence has to do. */
export function inWords<T extends Coded>(known: CodedWords<T>, said: T | null): string | undefined {
  if (said === null || !Object.hasOwn(known, said.code)) return undefined
  const words = known[said.code as T['code']] as (said: T) => MessageDescriptor
  return i18n._(words(said))
}
