import type { ErrorEvent, ExceptionValue } from '#domain/events/error-event.ts'
import { decidingException } from '#event/exceptions.ts'

/** What an event says: the type and the message without what the browser or the SDK put in front of it. */
export interface Words {
  readonly type: string
  readonly text: string
}

export type RecognisableEvent = Pick<ErrorEvent, 'exceptions' | 'message' | 'kind'>

/** No signature stands further back, and a sender chooses the length. */
const LONGEST = 4000

const IN_FRONT =
  /^(?:Uncaught (?:\(in promise\) )?|Unhandled (?:Promise )?[Rr]ejection:? |Non-Error promise rejection captured with value: )+/
const TYPE_IN_FRONT = /^((?:[A-Z][A-Za-z]*)?(?:Error|Exception)): (?=\S)/

export function wordsOf(event: RecognisableEvent): Words {
  const exception = decidingException(event)
  return exception === undefined
    ? split('', event.message?.formatted ?? '')
    : split(exception.type ?? '', exception.value ?? '')
}

export function wordsOfException({ type, value }: ExceptionValue): Words {
  return split(type ?? '', value ?? '')
}

function split(type: string, value: string): Words {
  const text = value.slice(0, LONGEST).trim().replace(IN_FRONT, '')
  const named = TYPE_IN_FRONT.exec(text)
  return named === null ? { type, text } : { type: named[1]!, text: text.slice(named[0].length) }
}
