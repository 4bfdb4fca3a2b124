import { ANONYMOUS } from '#symbols/scopes/enclosing-function.ts'
import { withoutAlias } from '#domain/trim-end.ts'

const NOT_A_NAME = /^(?:|\?|<.*>|\(.*\))$/

export interface NameSources {
  /** Of the function around the position, from the original source. */
  readonly scope: string | undefined
  /** What stands at the place in the caller: the name of what it calls. */
  readonly calledAs: string | undefined
  /** As sent. */
  readonly sent: string | undefined
}

/** The best name there is; a name that a minifier made up is none. */
export function frameName({ scope, calledAs, sent }: NameSources): string | undefined {
  if (scope !== undefined && scope !== ANONYMOUS) return scope
  return calledAs ?? scope ?? (sent === undefined || isMinified(sent) ? undefined : sent)
}

/** Minifiers count through short names; of `t.render` the method survived. */
export function isMinified(sent: string): boolean {
  const plain = withoutAlias(sent.replace(/^(?:async |new |get |set )+/, ''))
  const last = plain.slice(plain.lastIndexOf('.') + 1)
  return NOT_A_NAME.test(last) || last.length <= 2 || (last.length === 3 && /[A-Z\d$_]/.test(last.slice(1)))
}
