import { plural } from '@lingui/core/macro'

/** Of a change that was taken back only in part, because somebody decided something else since. */
export function keptWords(taken: number, kept: number): string {
  const back = plural(taken, { 0: 'Not taken back.', other: 'Taken back for #.' })
  const stay = plural(kept, {
    one: '# issue was changed since and stays as it is.',
    other: '# issues were changed since and stay as they are.',
  })
  return `${back} ${stay}`
}
