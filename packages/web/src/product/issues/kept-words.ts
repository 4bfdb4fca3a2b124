import { plural } from '@lingui/core/macro'

/** Of an undo that left out issues somebody else changed in the meantime. */
export function keptWords(taken: number, kept: number): string {
  const back = plural(taken, {
    0: 'Nothing was undone.',
    one: 'Undone for # issue.',
    other: 'Undone for # issues.',
  })
  const stay = plural(kept, {
    one: '# issue was changed by someone else and left as is.',
    other: '# issues were changed by someone else and left as is.',
  })
  return `${back} ${stay}`
}
