import type { ErrorEvent, ExceptionValue, Frame } from '#domain/events/error-event.ts'

/** An event as versions 1 to 3 always saw it: what is read better by now must not change what they say (spec GR1). */
export function asBefore(event: ErrorEvent): ErrorEvent {
  const { exceptions, message } = event
  const isOther = exceptions.some(({ frames }) => frames.some(({ inAppBefore }) => inAppBefore !== undefined))
  if (!isOther && message?.isFilledIn !== true) return event
  return {
    ...event,
    exceptions: exceptions.map(exceptionBefore),
    message:
      message?.isFilledIn === true
        ? { ...message, formatted: message.template ?? message.formatted }
        : message,
  }
}

function exceptionBefore(exception: ExceptionValue): ExceptionValue {
  return { ...exception, frames: exception.frames.map(frameBefore) }
}

function frameBefore(frame: Frame): Frame {
  return frame.inAppBefore === undefined ? frame : { ...frame, inApp: frame.inAppBefore }
}
