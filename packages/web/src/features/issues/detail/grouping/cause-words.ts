import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const FIXED: Readonly<Record<string, MessageDescriptor>> = {
  'chunk: took too long': msg`Code took too long to load, regardless of the file.`,
  'chunk: a page came instead': msg`HTML was returned instead of code, regardless of the file.`,
  'chunk: did not load': msg`Code failed to load, regardless of the file.`,
  'hydration: early update': msg`State was updated before hydration finished, regardless of the page.`,
  'hydration: text': msg`The server-rendered text differs, regardless of the page.`,
  'hydration: HTML': msg`The server-rendered HTML differs, regardless of the page.`,
  'network: unreachable': msg`A request got no response, regardless of the URL.`,
  'network: timeout': msg`A request timed out, regardless of the URL.`,
  'network: aborted': msg`A request was aborted, regardless of the URL.`,
  'resize observer loop': msg`A ResizeObserver loop, which has no location in the code.`,
  'script error': msg`A script from another origin failed. The browser hides the details.`,
  'moved node': msg`Something other than React changed the DOM, regardless of the page.`,
}

/** What an error that every application meets is grouped by; undefined where only the server has a sentence for it. */
export function causeWords([what = '', how, which]: readonly string[]): string | undefined {
  if (what === 'server action')
    return i18n._(msg`A Server Action failed the same way, regardless of which one.`)
  if (what === 'server render')
    return i18n._(msg`Rendering failed on the server. Only the server’s own event shows why.`)
  if (which === undefined) {
    const words = FIXED[how === undefined ? what : `${what}: ${how}`]
    return words && i18n._(words)
  }
  switch (`${what}: ${how}`) {
    case 'hydration: error':
      return i18n._(msg`The same error was thrown while hydrating, regardless of the page.`)
    case 'hydration: text':
      return i18n._(msg`The server-rendered text differs in ${which}.`)
    case 'hydration: HTML':
      return i18n._(msg`The server-rendered HTML differs in ${which}.`)
    case 'network: unreachable':
      return i18n._(msg`A request to ${which} got no response.`)
    case 'network: timeout':
      return i18n._(msg`A request to ${which} timed out.`)
    case 'network: aborted':
      return i18n._(msg`A request to ${which} was aborted.`)
    default:
      return undefined
  }
}
