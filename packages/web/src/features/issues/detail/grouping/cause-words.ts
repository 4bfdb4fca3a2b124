import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const FIXED: Readonly<Record<string, MessageDescriptor>> = {
  'chunk: took too long': msg`Code took too long to load, whichever file it was.`,
  'chunk: a page came instead': msg`A page came instead of code, whichever file it was.`,
  'chunk: did not load': msg`Code did not load, whichever file it was.`,
  'hydration: early update': msg`An update came before the page was hydrated, on whichever page.`,
  'hydration: text': msg`The text from the server differs, on whichever page.`,
  'hydration: HTML': msg`The HTML from the server differs, on whichever page.`,
  'network: unreachable': msg`A request got no answer, whichever address it was for.`,
  'network: timeout': msg`A request took too long, whichever address it was for.`,
  'network: aborted': msg`A request was given up, whichever address it was for.`,
  'resize observer loop': msg`A ResizeObserver loop, which has no place.`,
  'script error': msg`A script of another origin failed; the browser says no more.`,
  'moved node': msg`Something else changed the page under React, on whichever page.`,
}

/** What an error that every application meets is grouped by; undefined where only the server has a sentence for it. */
export function causeWords([what = '', how, which]: readonly string[]): string | undefined {
  if (what === 'server action') return i18n._(msg`A Server Action failed the same way, whichever it was.`)
  if (what === 'server render')
    return i18n._(msg`The server failed while rendering; only its own event says why.`)
  if (which === undefined) {
    const words = FIXED[how === undefined ? what : `${what}: ${how}`]
    return words && i18n._(words)
  }
  switch (`${what}: ${how}`) {
    case 'hydration: error':
      return i18n._(msg`The same error was thrown while hydrating, on whichever page.`)
    case 'hydration: text':
      return i18n._(msg`The text from the server differs in ${which}.`)
    case 'hydration: HTML':
      return i18n._(msg`The HTML from the server differs in ${which}.`)
    case 'network: unreachable':
      return i18n._(msg`A request got no answer, for ${which}.`)
    case 'network: timeout':
      return i18n._(msg`A request took too long, for ${which}.`)
    case 'network: aborted':
      return i18n._(msg`A request was given up, for ${which}.`)
    default:
      return undefined
  }
}
